; PASS: add_local_id_ranges local=16,4,1 width=scalar
; Local ids and their truncations get ranges below the local size; truncations of other ids do not.
; CHECK: define internal i32 @work_item.f(
; CHECK-SAME: range(i64 0, 16) %local_id.x
; CHECK-SAME: range(i64 0, 4) %local_id.y
; CHECK: call noundef range(i32 0, 16) i32 @mux.truncate(i64 %local_id.x)
; CHECK: call noundef i32 @mux.truncate(i64 %group_id.x)
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %index = trunc i64 %id to i32
  %base = trunc i64 %group to i32
  %sum = add i32 %index, %base
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
