; PASS: widen lanes=4 parts=1 rows=2
; CHECK: refused: work-items reach different barriers
define i32 @f(ptr %out, CONTEXT) {
  %row = trunc i64 %local_id.y to i32
  ret i32 %row
}
