; PASS: add_streaming_stores width=16
; Non-temporal stores of whole cache lines of an output that is not read, if the ND-range writes
; enough.
; CHECK: %[[IS_LARGE:.+]] = call i1 @mux.is_large_output(i64 4)
; CHECK: %[[STREAMS:.+]] = and i1 %[[IS_LARGE]],
; CHECK: br i1 %[[STREAMS]]
; CHECK: store <16 x float> %{{.+}}, align 64, !nontemporal
; CHECK: store <16 x float> %{{.+}}, align 4{{$}}
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %i
  %value = load float, ptr addrspace(1) %from
  %twice = fadd float %value, %value
  %to = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %twice, ptr addrspace(1) %to
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
