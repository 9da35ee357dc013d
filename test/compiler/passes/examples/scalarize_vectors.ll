; PASS: scalarize_vectors width=8
; The program's own vectors become scalars: the pass widen creates vectors with an element for each
; work-item.
; CHECK-NOT: load <4
; CHECK-COUNT-4: = fadd float
; CHECK-NOT: store <4
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %memory) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr <4 x float>, ptr addrspace(1) %memory, i64 %i
  %values = load <4 x float>, ptr addrspace(1) %p
  %twice = fadd <4 x float> %values, %values
  store <4 x float> %twice, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
