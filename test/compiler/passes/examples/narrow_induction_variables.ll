; PASS: narrow_induction_variables
; The counter is one of 32 bits again; the other, of which more is used, stays as it is.
; CHECK: define i32 @f(
; CHECK: loop:
; CHECK-NOT: %i = phi i64
; CHECK: phi i32
; CHECK: %j = phi i64
; CHECK: zext i32
; CHECK: add i32
; CHECK: ret i32 %v
define i32 @f(ptr %in, i64 %id, i64 %step, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %i.next, %loop ]
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %i.low = and i64 %i, 4294967295
  %from = getelementptr i32, ptr %in, i64 %i.low
  %v = load i32, ptr %from
  %i.next = add i64 %i.low, %step
  %j.low = and i64 %j, 4294967295
  %j.next = add i64 %j, %j.low
  %again = icmp ult i64 %j.next, %n
  br i1 %again, label %loop, label %end
end:
  ret i32 %v
}
