; PASS: set_sub_group_size width=8
; Sub-groups are the lanes of packets: their size is a constant.
; CHECK-NOT: @mux.sub_group.max_size
; CHECK: = call i32 @mux.sub_group.lane()
; CHECK: add i32 %{{.+}}, 8
; CHECK-NOT: @mux.sub_group.max_size
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
