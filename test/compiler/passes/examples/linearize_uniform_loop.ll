; PASS: linearize
; A loop with a uniform exit under a mask: one test of the mask before it, none inside, and no
; blends.
; CHECK: call i1 @mux.lanes.any(i1 %is_small)
; CHECK-NOT: mux.lanes.any(
; CHECK: loop:
; CHECK: = phi i32 [ 0, %work ], [ %next, %loop ]
; CHECK-NOT: select
; CHECK: call void @mux.lanes.mask(i1 %is_small)
; CHECK-NOT: select
; CHECK: %more = icmp slt i32 %next, %n
; CHECK: br i1 %more, label %loop, label %store
; CHECK: store:
; CHECK: call void @mux.lanes.mask(i1 %is_small)
; CHECK: store float
; CHECK: end:
; CHECK-NOT: @mux.lanes.mask(i1 %
; CHECK: ret
define i32 @f(ptr %memory, i32 %n, i32 %lane) {
entry:
  %is_small = icmp slt i32 %lane, %n
  br i1 %is_small, label %work, label %end
work:
  br label %loop
loop:
  %i = phi i32 [ 0, %work ], [ %next, %loop ]
  %sum = phi float [ 0.0, %work ], [ %more_sum, %loop ]
  %source = getelementptr float, ptr %memory, i32 %i
  %value = load float, ptr %source
  %more_sum = fadd float %sum, %value
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %store
store:
  %address = getelementptr float, ptr %memory, i32 %lane
  store float %more_sum, ptr %address
  br label %end
end:
  ret i32 -1
}
