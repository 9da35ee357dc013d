; PASS: linearize
; The first loop computes its trip count, and the second loop starts there: although the exit of the
; first loop is divergent, the lanes need no copies of it.
; CHECK: entry:
; CHECK: %end = lshr i32 %n, 2
; CHECK: first:
; CHECK-NOT: undef
; CHECK-NOT: lshr
; CHECK: between:
; CHECK: %start = add i32 %end, %lane
; CHECK: %bound = shl i32 %end, 1
; CHECK: second:
; CHECK-NOT: shl
; CHECK: ret
define i32 @f(ptr %memory, i32 %n, i32 %lane) {
entry:
  br label %first
first:
  %i = phi i32 [ %lane, %entry ], [ %i.next, %first.body ]
  %end = lshr i32 %n, 2
  %more = icmp ult i32 %i, %end
  br i1 %more, label %first.body, label %between
first.body:
  %at = getelementptr i32, ptr %memory, i32 %i
  store i32 0, ptr %at
  %i.next = add i32 %i, 64
  br label %first
between:
  %start = add i32 %end, %lane
  br label %second
second:
  %j = phi i32 [ %start, %between ], [ %j.next, %second.body ]
  %bound = shl i32 %end, 1
  %again = icmp ult i32 %j, %bound
  br i1 %again, label %second.body, label %done
second.body:
  %to = getelementptr i32, ptr %memory, i32 %j
  store i32 1, ptr %to
  %j.next = add i32 %j, 64
  br label %second
done:
  ret i32 -1
}
