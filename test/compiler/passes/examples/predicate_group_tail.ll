; PASS: predicate_group_tail width=8
; The last sub-group of a group may have fewer work-items.
; CHECK: %[[ROW:.+]] = mul i64 %local_size.x, %local_size.y
; CHECK: %[[END:.+]] = mul i64 %[[ROW]], %local_size.z
; CHECK: %exists = icmp ult i64 %local_index, %[[END]]
; CHECK: call void @mux.lanes.mask(i1 %exists)
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %lane = call spir_func i32 @_Z22get_sub_group_local_idv()
  %size = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %sum = add i32 %lane, %size
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i32 @_Z22get_sub_group_local_idv()
declare spir_func i32 @_Z22get_max_sub_group_sizev()
