; PASS: restore_bounds
; The numbers are below the bound where they are used first; where they may not be, nothing changes.
; CHECK: define i32 @f(
; CHECK: icmp ult i32
; CHECK: 4096
; CHECK: and i64 %i, 4294967295
; CHECK: end:
; CHECK: and i64 %i, 4095
; CHECK: define void @low(
; CHECK: and i64 %id, 4294967295
; CHECK: and i64 %id, 63
; CHECK: rest:
; CHECK: and i64 %id, 127
; CHECK: define void @whole(
; CHECK: and i32 %id, 127
; CHECK: rest:
; CHECK: and i32 %id, -1
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
define void @low(ptr %to, i64 %id) {
entry:
  %low = trunc i64 %id to i32
  %below = icmp ult i32 %low, 100
  br i1 %below, label %some, label %rest
some:
  %all.of.it = and i64 %id, 127
  %upper = or disjoint i64 %all.of.it, 128
  store volatile i64 %upper, ptr %to
  %some.of.it = and i64 %id, 63
  store volatile i64 %some.of.it, ptr %to
  ret void
rest:
  %other = and i64 %id, 127
  store volatile i64 %other, ptr %to
  ret void
}
define void @whole(ptr %to, i32 %id) {
entry:
  %above = icmp ugt i32 %id, 127
  br i1 %above, label %some, label %rest
some:
  %other = and i32 %id, 127
  store volatile i32 %other, ptr %to
  ret void
rest:
  %all.of.it = and i32 %id, 127
  store volatile i32 %all.of.it, ptr %to
  ret void
}
