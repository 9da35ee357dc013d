; PASS: lower_printf width=scalar
; A format that is unknown at compile time is parsed at run time.
; CHECK: store double
; CHECK: call {{.*}} @mux_printf_any(
; CHECK-NOT: @printf(
; CHECK: , prints
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(2) %format, double %x) {
  %printed = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %format, double %x)
  ret void
}

declare spir_func i32 @printf(ptr addrspace(2), ...)
