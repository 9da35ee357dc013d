; PASS: build_kernel_entry width=8 dimensions=1
; In code for large ids, packets count in 64 bits. Truncations of ids to 32 bits may wrap: groups
; are joined as long as the bits above the lowest 30 do not change, and a group in which they change
; runs one work-item at a time.
; CHECK: define i32 @mux_kernel_f(ptr {{.+}}, ptr {{.+}}, i64 {{.+}}, i64 {{.+}}, ptr {{.+}})
; CHECK: group:
; CHECK: urem i64 %first_global_id, 1073741824
; CHECK: %is_in_one_block = icmp ult i64 %{{.+}}, 1073741824
; CHECK: packets:
; CHECK: store <8 x float>
; CHECK: call i32 @work_item.f(
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %narrow = trunc i64 %id to i32
  %i = sext i32 %narrow to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %i
  %value = load float, ptr addrspace(1) %from
  %twice = fadd float %value, %value
  %to = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %twice, ptr addrspace(1) %to
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
