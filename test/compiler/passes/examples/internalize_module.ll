; PASS: internalize_module width=scalar
; Functions that no kernel uses are removed; the others become internal, except for kernels.
; CHECK-NOT: @unused
; CHECK: @used = internal
; CHECK-NOT: @unused
; CHECK: define void @f(
; CHECK: define internal void @helper(
; CHECK-NOT: @not_called
target triple = "spir64"

@unused = addrspace(1) global i32 1
@used = addrspace(2) constant i32 2

define linkonce_odr spir_kernel void @f(ptr addrspace(1) %out) {
  call spir_func void @helper(ptr addrspace(1) %out)
  ret void
}

define spir_func void @helper(ptr addrspace(1) %out) {
  %value = load i32, ptr addrspace(2) @used
  store i32 %value, ptr addrspace(1) %out
  ret void
}

define spir_func void @not_called() {
  ret void
}
