; PASS: linearize
; CHECK: refused: work-items may continue at different barriers
define i32 @f(i32 %n, i32 %lane) {
entry:
  %is_small = icmp slt i32 %lane, %n
  br i1 %is_small, label %one, label %other
one:
  ret i32 1
other:
  ret i32 2
}
