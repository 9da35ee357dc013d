; PASS: build_kernel_entry width=8
; The function that the runtime calls: it unpacks the arguments and iterates over groups, rows,
; packets and the remainders of rows, or over single work-items where packets are not possible.
; CHECK: define i32 @mux_kernel_f(ptr {{.+}}, ptr {{.+}}, i64 {{.+}}, i64 {{.+}}, ptr {{.+}})
; CHECK: ret i32 0
; CHECK: %in{{[0-9]*}} = load ptr addrspace(1), ptr %in,
; CHECK: group:
; CHECK: packets:
; CHECK: store <8 x float>
; CHECK: call void @llvm.masked.store.v8f32
; CHECK: call i32 @work_item.f(
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
