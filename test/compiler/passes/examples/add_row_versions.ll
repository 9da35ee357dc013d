; PASS: add_row_versions
; A version for packets whose work-items are all in the row of the first one, which is computed by
; one division; the original for other packets.
; CHECK: rows:
; CHECK: %[[FIRST:.*]] = call i64 @mux.lanes.first(i64 %local_id.x)
; CHECK: udiv i64
; CHECK: urem i64
; CHECK: %[[HOLDS:.*]] = call i1 @mux.lanes.all(
; CHECK: br i1 %[[HOLDS]], label %entry.row, label %entry, !prof
; CHECK: entry:
; CHECK: %column = urem i64 %id, %length
; CHECK: entry.row:
; CHECK-NOT: %length
; CHECK: ret i32 -1
define i32 @f(ptr %p, i64 %length, CONTEXT) {
entry:
  %id = add i64 %first_global_id.x, %local_id.x
  %column = urem i64 %id, %length
  %row = udiv i64 %id, %length
  %sum = add i64 %column, %row
  %address = getelementptr i32, ptr %p, i64 %sum
  store i32 1, ptr %address
  ret i32 -1
}
