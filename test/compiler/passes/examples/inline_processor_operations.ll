; PASS: inline_processor_operations processor=avx512vl width=16
; Calls are replaced by instructions.
; CHECK-NOT: @mux.operation
; CHECK: define {{.*}}i32 @mux_kernel_f(
; CHECK: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(
; CHECK-NOT: @mux.operation
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr float, ptr addrspace(1) %memory, i64 %i
  %value = load float, ptr addrspace(1) %p
  %root = call float @llvm.sqrt.f32(float %value)
  %rough = fdiv float 1.0, %root, !fpmath !0
  store float %rough, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare float @llvm.sqrt.f32(float)

!0 = !{float 2.5}
