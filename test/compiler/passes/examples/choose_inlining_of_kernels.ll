; PASS: choose_inlining
; A kernel that another kernel calls is cloned: one entry point and one function.
; CHECK: define {{.*}}void @inner(
; CHECK: define {{.*}}void @outer(
; CHECK: call {{.*}}@inner.called(
; CHECK: define internal {{.*}}@inner.called(
target triple = "spir64"

define spir_kernel void @inner(ptr addrspace(1) %out) {
  store i32 7, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @outer(ptr addrspace(1) %out) {
  %next = getelementptr i32, ptr addrspace(1) %out, i64 1
  call spir_kernel void @inner(ptr addrspace(1) %next)
  ret void
}
