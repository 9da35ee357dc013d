; PASS: skip_redundant_updates width=scalar
; A relaxed operation after a release fence is always done, because its store publishes earlier
; stores even if the value is the same.
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
