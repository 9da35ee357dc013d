; PASS: linearize
; CHECK: refused: it has a loop without an exit
define i32 @f(ptr %memory, i32 %n, i32 %lane) {
entry:
  %is_small = icmp slt i32 %lane, %n
  br i1 %is_small, label %loop, label %end
loop:
  store i32 1, ptr %memory
  br label %loop
end:
  ret i32 -1
}
