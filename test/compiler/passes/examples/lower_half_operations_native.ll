; PASS: lower_half_operations processor=avx512fp16 width=16
; Where the processor supports half, operations are not lowered, except remainders, quotients and
; roots.
; CHECK: define {{.*}}i32 @mux_kernel_f(
; CHECK: fadd <16 x half>
; CHECK: call <16 x half> @llvm.fma.v16f16(
; CHECK-NOT: frem <16 x half>
; CHECK: frem <16 x float>
; CHECK: sitofp {{.*}} to <16 x half>
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory, ptr addrspace(1) %others, ptr addrspace(1) %integers) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr half, ptr addrspace(1) %memory, i64 %i
  %q = getelementptr half, ptr addrspace(1) %others, i64 %i
  %r = getelementptr i32, ptr addrspace(1) %integers, i64 %i
  %value = load half, ptr addrspace(1) %p
  %other = load half, ptr addrspace(1) %q
  %integer = load i32, ptr addrspace(1) %r
  %sum = fadd half %value, %other
  %fused = call half @llvm.fma.f16(half %value, half %other, half %sum)
  %rest = frem half %fused, %other
  %converted = sitofp i32 %integer to half
  %result = fadd half %rest, %converted
  store half %result, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare half @llvm.fma.f16(half, half, half)
