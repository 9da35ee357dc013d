; PASS: widen lanes=16 parts=1
; CHECK: refused: it has a divergent branch
define i32 @f(ptr %out, CONTEXT) {
entry:
  %first = icmp eq i64 %local_id.x, 0
  br i1 %first, label %one, label %end
one:
  store i32 1, ptr %out
  br label %end
end:
  ret i32 -1
}
