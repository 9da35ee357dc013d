; PASS: restore_bounds
; The number is below the bound where it is used first; after the loop nobody knows.
; CHECK: define i32 @f(
; CHECK: icmp ult i32
; CHECK: 4096
; CHECK: and i64 %i, 4294967295
; CHECK: end:
; CHECK: and i64 %i, 4095
define i32 @f(ptr %in, i64 %id, i64 %step) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %i.next, %body ]
  %high = and i64 %i, 4294963200
  %below = icmp eq i64 %high, 0
  br i1 %below, label %body, label %end
body:
  %i.low = and i64 %i, 4095
  %to = getelementptr i32, ptr %in, i64 %i.low
  store i32 1, ptr %to
  %i.next = add i64 %i.low, %step
  br label %loop
end:
  %other = and i64 %i, 4095
  %from = getelementptr i32, ptr %in, i64 %other
  %v = load i32, ptr %from
  ret i32 %v
}
