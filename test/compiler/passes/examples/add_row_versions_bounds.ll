; PASS: add_row_versions
; A version for packets in which no work-item reaches a bound in any iteration of the loop.
; CHECK: rows:
; CHECK-DAG: icmp sge i64 %[[FIRST:.*]], 0
; CHECK-DAG: icmp sge i64 %[[LAST:.*]], 0
; CHECK: call i1 @mux.lanes.all(
; CHECK: entry:
; CHECK: loop:
; CHECK: @llvm.smax.i64(
; CHECK: loop.row:
; CHECK: %address.row = getelementptr i32, ptr %p, i64 %place.row
; CHECK: ret i32 -1
define i32 @f(ptr %p, CONTEXT) {
entry:
  %id = add i64 %first_global_id.x, %local_id.x
  br label %loop
loop:
  %d = phi i64 [ -2, %entry ], [ %next, %loop ]
  %place = add i64 %id, %d
  %inside = call i64 @llvm.smax.i64(i64 %place, i64 0)
  %address = getelementptr i32, ptr %p, i64 %inside
  store i32 1, ptr %address
  %next = add i64 %d, 1
  %goes.on = icmp slt i64 %next, 3
  br i1 %goes.on, label %loop, label %end
end:
  ret i32 -1
}

declare i64 @llvm.smax.i64(i64, i64)
