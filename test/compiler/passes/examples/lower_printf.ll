; PASS: lower_printf width=scalar
; The format is parsed at compile time; the arguments become an array of values.
; CHECK-NOT: @printf(
; CHECK: store i64 %{{.+}}, ptr
; CHECK: call {{.*}} @mux_printf(
; CHECK-NOT: @printf(
; CHECK: , prints
target triple = "spir64"

@format = internal addrspace(2) constant [6 x i8] c"<%d>\0A\00"

define spir_kernel void @f(i32 %n) {
  %printed = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %n)
  ret void
}

declare spir_func i32 @printf(ptr addrspace(2), ...)
