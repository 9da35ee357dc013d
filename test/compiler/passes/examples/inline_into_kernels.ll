; PASS: inline_into_kernels width=scalar
; Only kernels without calls remain, even of kernels, regardless of attributes of functions and
; calls.
; CHECK-NOT: @helper
; CHECK: define void @f(
; CHECK-NOT: call
; CHECK: store i32 1,
; CHECK: define void @g(
; CHECK-NOT: call
; CHECK: store i32 1,
; CHECK: store i32 2,
; CHECK-NOT: @helper
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out) {
  call spir_func void @helper(ptr addrspace(1) %out, i32 1)
  ret void
}

define spir_kernel void @g(ptr addrspace(1) %out) {
  call spir_kernel void @f(ptr addrspace(1) %out)
  call spir_func void @helper(ptr addrspace(1) %out, i32 2) noinline
  ret void
}

define spir_func void @helper(ptr addrspace(1) %out, i32 %value) noinline {
  store i32 %value, ptr addrspace(1) %out
  ret void
}
