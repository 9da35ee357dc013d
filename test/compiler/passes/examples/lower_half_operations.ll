; PASS: lower_half_operations processor=avx512vl without=avx512fp16 width=16
; Additions are computed in float and rounded. Fused operations are computed in double and rounded
; to odd first. Integers are clamped to the range of half.
; CHECK: define {{.*}}i32 @mux_kernel_f(
; CHECK-DAG: fadd <16 x float>
; CHECK-DAG: fmul <16 x double>
; CHECK-DAG: fadd <16 x double>
; CHECK-DAG: call <16 x i32> @llvm.smin.v16i32(
; CHECK-NOT: fadd <16 x half>
; CHECK-NOT: @llvm.fma.v16f16
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory, ptr addrspace(1) %integers) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr half, ptr addrspace(1) %memory, i64 %i
  %q = getelementptr i32, ptr addrspace(1) %integers, i64 %i
  %value = load half, ptr addrspace(1) %p
  %integer = load i32, ptr addrspace(1) %q
  %other = sitofp i32 %integer to half
  %sum = fadd half %value, %other
  %fused = call half @llvm.fma.f16(half %value, half %other, half %sum)
  store half %fused, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare half @llvm.fma.f16(half, half, half)
