; PASS: hide_truncations width=scalar
; Simplified before LLVM's passes: minima and maxima of floats that share both operands with another
; minimum or maximum. With other intrinsics they are not changed; LLVM 19 itself crashes on them.
; CHECK: define void @f(
; CHECK: %r0 = call float @llvm.minnum.f32(float %least, float %fused)
; CHECK: %r1 = call float @llvm.maxnum.f32(float %signed, float %most)
; CHECK: %r2 = call <4 x float> @llvm.minimum.v4f32(<4 x float> %leasts, <4 x float> %power)
; CHECK: %r3 = call <4 x float> @llvm.maximum.v4f32(<4 x float> %mosts, <4 x float> %product)
; CHECK: store volatile float %smaller, ptr addrspace(1) %out
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, float %a, float %b, float %c, <4 x float> %v, <4 x float> %w) {
  %least = call float @llvm.minnum.f32(float %a, float %b)
  %fused = call float @llvm.fma.f32(float %b, float %a, float %c)
  %r0 = call float @llvm.minnum.f32(float %least, float %fused)
  store volatile float %r0, ptr addrspace(1) %out

  %signed = call float @llvm.copysign.f32(float %a, float %b)
  %most = call float @llvm.maxnum.f32(float %a, float %b)
  %r1 = call float @llvm.maxnum.f32(float %signed, float %most)
  store volatile float %r1, ptr addrspace(1) %out

  %power = call <4 x float> @llvm.pow.v4f32(<4 x float> %v, <4 x float> %w)
  %leasts = call <4 x float> @llvm.minimum.v4f32(<4 x float> %w, <4 x float> %v)
  %r2 = call <4 x float> @llvm.minimum.v4f32(<4 x float> %leasts, <4 x float> %power)
  store volatile <4 x float> %r2, ptr addrspace(1) %out

  %product = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %w, <4 x float> %v, <4 x float> %v)
  %mosts = call <4 x float> @llvm.maximum.v4f32(<4 x float> %v, <4 x float> %w)
  %r3 = call <4 x float> @llvm.maximum.v4f32(<4 x float> %mosts, <4 x float> %product)
  store volatile <4 x float> %r3, ptr addrspace(1) %out

  ; min(min(a, b), max(a, b)) is min(a, b).
  %other = fadd float %a, %c
  %smaller = call float @llvm.minnum.f32(float %other, float %c)
  %larger = call float @llvm.maxnum.f32(float %other, float %c)
  %r4 = call float @llvm.minnum.f32(float %smaller, float %larger)
  store volatile float %r4, ptr addrspace(1) %out
  ret void
}

declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.copysign.f32(float, float)
declare <4 x float> @llvm.pow.v4f32(<4 x float>, <4 x float>)
declare <4 x float> @llvm.minimum.v4f32(<4 x float>, <4 x float>)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
