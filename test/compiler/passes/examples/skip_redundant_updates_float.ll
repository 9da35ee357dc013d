; PASS: skip_redundant_updates width=scalar
; If the old value may be a NaN, the operation is done. Its result is not used.
; CHECK: %found = load atomic float, ptr addrspace(1) %{{.*}} monotonic
; CHECK-NEXT: %[[STAYS:.*]] = fcmp oge float %found,
; CHECK-NEXT: %changes = xor i1 %[[STAYS]], true
; CHECK: atomicrmw fmax
; CHECK-NOT: phi float
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %place, float %value) {
  %unused = atomicrmw fmax ptr addrspace(1) %place, float %value monotonic
  ret void
}
