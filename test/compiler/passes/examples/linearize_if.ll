; PASS: linearize
; The block runs for active lanes only, and is skipped if there are none.
; CHECK: %is_small = icmp slt i32 %lane, %n
; CHECK: call i1 @mux.lanes.any(i1 %is_small)
; CHECK: label %work, label %end
; CHECK: work:
; CHECK: call void @mux.lanes.mask(i1 %is_small)
; CHECK: store i32 1
; CHECK: end:
; CHECK-NOT: mux.lanes
; CHECK: ret i32 -1
define i32 @f(ptr %memory, i32 %n, i32 %lane) {
entry:
  %is_small = icmp slt i32 %lane, %n
  br i1 %is_small, label %work, label %end
work:
  %address = getelementptr i32, ptr %memory, i32 %lane
  store i32 1, ptr %address
  br label %end
end:
  ret i32 -1
}
