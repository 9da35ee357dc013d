; PASS: skip_redundant_updates width=scalar
; An atomic minimum is done only if it would change the value; its result is the old value either
; way.
; CHECK: %found = load atomic i32, ptr addrspace(1) %{{.*}} monotonic
; CHECK-NEXT: icmp sle i32 %found,
; CHECK: atomicrmw min
; CHECK: phi i32 [ %found,
; Other memory orders are not changed, nor are sums.
; CHECK-NOT: load atomic
; CHECK: atomicrmw umax {{.*}} acq_rel
; CHECK: atomicrmw add
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %place, i32 %value, ptr addrspace(1) %out) {
  %before = atomicrmw min ptr addrspace(1) %place, i32 %value monotonic
  store i32 %before, ptr addrspace(1) %out
  %other = atomicrmw umax ptr addrspace(1) %place, i32 %value acq_rel
  %sum = atomicrmw add ptr addrspace(1) %place, i32 %value monotonic
  ret void
}
