; PASS: derive_local_ids width=8
; Lanes of sub-groups that are not parts of one row are numbered by the local index alone.
; CHECK: %[[INDEX:.+]] = trunc i64 %local_index to i32
; CHECK: %[[SIZE:.+]] = trunc i64 %local_size.x to i32
; CHECK: %[[ID:.+]] = urem i32 %[[INDEX]], %[[SIZE]]
; CHECK: %local_id = zext i32 %[[ID]] to i64
; CHECK: getelementptr i32, ptr addrspace(1) %{{.+}}, i64 %local_id{{$}}
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
