; PASS: skip_redundant_updates width=scalar
; What is released before a relaxed operation is told of by what that writes, even if it is what was there.
; CHECK: ; after skip_redundant_updates
; CHECK-NOT: load atomic
; CHECK: fence release
; CHECK: atomicrmw max
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %data, ptr addrspace(1) %flag, ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %data
  fence release
  %before = atomicrmw max ptr addrspace(1) %flag, i32 0 monotonic
  store i32 %before, ptr addrspace(1) %out
  ret void
}
