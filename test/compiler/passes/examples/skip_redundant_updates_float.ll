; PASS: skip_redundant_updates width=scalar
; Whether a NaN is there is not known: then it is written. Nobody needs what was found.
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
