; PASS: widen lanes=4 parts=2 rows=2 group
; A packet that is a whole group: its ids are constants and the barrier is removed; a value that
; varies in y alone exists once for each row, and one that varies in x alone once for each part in
; x.
; CHECK: getelementptr i32, ptr %in, i64 0
; CHECK-NOT: call
; CHECK: load <4 x i32>
; CHECK: load <4 x i32>
; CHECK-NOT: load <4 x i32>
; CHECK: store <4 x i32>
; CHECK: store <4 x i32>
; CHECK: store <4 x i32>
; CHECK: store <4 x i32>
; CHECK-NOT: store <4 x i32>
; CHECK: ret i32 -1
declare void @_Z7barrierj(i32)
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
  %from = getelementptr i32, ptr %in, i64 %local_id.x
  %v = load i32, ptr %from
  call void @_Z7barrierj(i32 1)
  %row = trunc i64 %local_id.y to i32
  %sum = add i32 %v, %row
  %to = getelementptr i32, ptr %out, i64 %local_index
  store i32 %sum, ptr %to
  ret i32 -1
}
