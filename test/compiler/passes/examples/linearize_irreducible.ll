; PASS: linearize
; A loop with two entries gets one.
; CHECK: call i1 @mux.lanes.any(
; CHECK: one:
; CHECK: call void @mux.lanes.mask(
; CHECK: other:
; CHECK: call void @mux.lanes.mask(
; CHECK: call i1 @mux.lanes.any(
define i32 @f(ptr %memory, i32 %n, i32 %lane) {
entry:
  %is_small = icmp slt i32 %lane, %n
  br i1 %is_small, label %one, label %other
one:
  %a = phi i32 [ 0, %entry ], [ %c, %other ]
  %b = add i32 %a, 1
  %stay = icmp slt i32 %b, %n
  br i1 %stay, label %other, label %end
other:
  %d = phi i32 [ 1, %entry ], [ %b, %one ]
  %c = add i32 %d, %lane
  %again = icmp slt i32 %c, 100
  br i1 %again, label %one, label %end
end:
  %address = getelementptr i32, ptr %memory, i32 %lane
  store i32 1, ptr %address
  ret i32 -1
}
