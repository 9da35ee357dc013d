; PASS: use_rsqrt processor=avx512vl width=scalar
; An inexact division by a square root becomes one operation, a reciprocal square root.
; CHECK: %[[ROOT:.+]] = call float @mux.operation.reciprocal_root(float %a)
; CHECK: fmul float %b, %[[ROOT]]
; CHECK: %exact = fdiv float %c, %root
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, float %a, float %b, float %c) {
  %root = call float @llvm.sqrt.f32(float %a)
  %rough = fdiv float %b, %root, !fpmath !0
  %exact = fdiv float %c, %root
  store volatile float %rough, ptr addrspace(1) %out
  store volatile float %exact, ptr addrspace(1) %out
  ret void
}

declare float @llvm.sqrt.f32(float)

!0 = !{float 2.5}
