; PASS: drop_local_id_ranges local=64,1,1 width=scalar
; Lanes that are no work-items have larger ids. Disjoint ors that rely on ranges of local ids become
; additions again; others are kept.
; CHECK: define internal i32 @work_item.f(
; CHECK-NOT: range(
; CHECK: %[[ROW:.+]] = shl i64 %group_id.x, 6
; CHECK: add nuw nsw i64 %[[ROW]], %local_id.x
; CHECK: or disjoint i64 %{{.+}}, 1
; CHECK: ret
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %row = mul i64 %group, 64
  %place = add i64 %row, %id
  %twice = shl i64 %id, 1
  %odd = add i64 %twice, 1
  %a = getelementptr i64, ptr addrspace(1) %out, i64 %odd
  store i64 %place, ptr addrspace(1) %a
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
