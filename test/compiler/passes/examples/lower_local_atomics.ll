; PASS: lower_local_atomics width=scalar
; One thread runs all work-items of a group: atomic operations on local memory become plain ones.
; Those on other memory are not changed.
; CHECK-NOT: atomicrmw {{.*}}addrspace(3)
; CHECK: %[[OLD:.+]] = load i32, ptr addrspace(3)
; CHECK: %[[NEW:.+]] = add i32 %[[OLD]], 1
; CHECK: store i32 %[[NEW]], ptr addrspace(3)
; CHECK: atomicrmw add ptr addrspace(1)
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(3) %local, ptr addrspace(1) %global) {
  %old = atomicrmw add ptr addrspace(3) %local, i32 1 monotonic
  %other = atomicrmw add ptr addrspace(1) %global, i32 %old monotonic
  ret void
}
