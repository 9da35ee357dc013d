; PASS: lower_work_item_queries width=scalar local=2,1,1
; Groups that run as one are distinguished by their work-items' positions.
; CHECK: define internal i32 @work_item.f(
; CHECK: %[[GROUP:.+]] = udiv i64 %local_id.x, 2
; CHECK: %group_id = add nuw nsw i64 %group_id.x, %[[GROUP]]
; CHECK: %id_in_group = urem i64 %local_id.x, 2
; CHECK: add i64 %group_id, %id_in_group
; CHECK: add i64 %{{.+}}, 2
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out) {
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %size = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %sum = add i64 %group, %id
  %all = add i64 %sum, %size
  store i64 %all, ptr addrspace(1) %out
  ret void
}

declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)
