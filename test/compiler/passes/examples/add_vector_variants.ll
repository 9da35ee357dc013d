; PASS: add_vector_variants processor=avx512vl width=loops
; Vector forms of functions are declared to LLVM's loop vectorizer.
; CHECK: define internal float @mux.operation.reciprocal_root(float %0) #[[FORMS:[0-9]+]]
; CHECK: define internal <16 x float> @mux.operation.reciprocal_root.16(
; CHECK: attributes #[[FORMS]] = {
; CHECK-SAME: _ZGV_LLVM_N16v_mux.operation.reciprocal_root(mux.operation.reciprocal_root.16)
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
