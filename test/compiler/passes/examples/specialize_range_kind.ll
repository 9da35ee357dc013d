; PASS: specialize_range_kind dimensions=1 width=scalar
; There is one work-item in y: its id and its group id are constants.
; CHECK: define internal i32 @work_item.f(
; CHECK: %both = add i64 0, 0
; CHECK: add i64 %local_id.x, %both
; CHECK-NOT: %local_id.y
; CHECK: ret
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  %group = call spir_func i64 @_Z12get_group_idj(i32 1)
  %both = add i64 %y, %group
  %sum = add i64 %x, %both
  store i64 %sum, ptr addrspace(1) %out
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
