; PASS: separate_uniform_exits
; The uniform half of the condition becomes a branch of its own, in the loop and in the unmasked
; iterations before it; the mask keeps the other half. A result that is selected before the branch
; is known where all lanes leave. The condition is not split if stores follow it under another mask
; than that of the continuing lanes, if a live-out value changes before the exit, if the limit is
; varying, or if the condition guards an address.
; CHECK: define i32 @f(
; CHECK: loop:
; CHECK: %chosen = select i1 %going, i32 %count, i32 %result
; CHECK: %next.going = select i1 %going, i1 %inside, i1 false
; CHECK: br i1 %below, label %loop.going, label %end
; CHECK: loop.going:
; CHECK: call void @mux.lanes.mask(i1 %going)
; CHECK: call i1 @mux.lanes.any(i1 %next.going)
; CHECK: end:
; CHECK: phi i32 [ %chosen, %loop.next ], [ %count.unmasked, %left ], [ %count.unmasked, %unmasked ], [ %chosen, %loop ]
; CHECK: unmasked:
; CHECK: br i1 %below.unmasked, label %unmasked.going, label %end
; CHECK: call i1 @mux.lanes.all(i1 %inside.unmasked)
; CHECK: define i32 @stores(
; CHECK: select i1 %below, i1 %inside, i1 false
; CHECK: define i32 @changes(
; CHECK: select i1 %below, i1 %inside, i1 false
; CHECK: define i32 @own(
; CHECK: select i1 %below, i1 %inside, i1 false
; CHECK: define i32 @guards(
; CHECK: select i1 %below, i1 %inside, i1 false
declare i1 @mux.lanes.any(i1)
declare i1 @mux.lanes.all(i1)
declare void @mux.lanes.mask(i1)
define i32 @f(i32 %lane, i32 %limit) {
entry:
  br label %unmasked
left:
  %some = call i1 @mux.lanes.any(i1 %both.unmasked)
  br i1 %some, label %loop, label %end
loop:
  %going = phi i1 [ %both.unmasked, %left ], [ %next.going, %loop.next ]
  %result = phi i32 [ %count.unmasked, %left ], [ %chosen, %loop.next ]
  %count = phi i32 [ %count.next.unmasked, %left ], [ %count.next, %loop.next ]
  %v = phi i32 [ %v.next.unmasked, %left ], [ %v.next, %loop.next ]
  call void @mux.lanes.mask(i1 %going)
  %below = icmp ult i32 %count, %limit
  %inside = icmp ule i32 %v, 1000
  %both = select i1 %below, i1 %inside, i1 false
  %chosen = select i1 %going, i32 %count, i32 %result
  %next.going = select i1 %going, i1 %both, i1 false
  br label %loop.next
loop.next:
  call void @mux.lanes.mask(i1 %next.going)
  %v.next = mul i32 %v, %v
  %count.next = add i32 %count, 1
  %any = call i1 @mux.lanes.any(i1 %next.going)
  br i1 %any, label %loop, label %end
end:
  %of.all = phi i32 [ %chosen, %loop.next ], [ %count.unmasked, %left ]
  ret i32 %of.all
unmasked:
  %count.unmasked = phi i32 [ 0, %entry ], [ %count.next.unmasked, %unmasked.next ]
  %v.unmasked = phi i32 [ %lane, %entry ], [ %v.next.unmasked, %unmasked.next ]
  %below.unmasked = icmp ult i32 %count.unmasked, %limit
  %inside.unmasked = icmp ule i32 %v.unmasked, 1000
  %both.unmasked = select i1 %below.unmasked, i1 %inside.unmasked, i1 false
  br label %unmasked.next
unmasked.next:
  %v.next.unmasked = mul i32 %v.unmasked, %v.unmasked
  %count.next.unmasked = add i32 %count.unmasked, 1
  %all = call i1 @mux.lanes.all(i1 %both.unmasked)
  br i1 %all, label %unmasked, label %left
}
define i32 @stores(i32 %lane, i32 %limit, ptr %to) {
entry:
  br label %loop
loop:
  %going = phi i1 [ true, %entry ], [ %next.going, %loop.next ]
  %count = phi i32 [ 0, %entry ], [ %count.next, %loop.next ]
  call void @mux.lanes.mask(i1 %going)
  %below = icmp ult i32 %count, %limit
  %inside = icmp ule i32 %lane, %count
  %both = select i1 %below, i1 %inside, i1 false
  %next.going = select i1 %going, i1 %both, i1 false
  br label %loop.next
loop.next:
  call void @mux.lanes.mask(i1 %going)
  store i32 %count, ptr %to
  %count.next = add i32 %count, 1
  %any = call i1 @mux.lanes.any(i1 %next.going)
  br i1 %any, label %loop, label %end
end:
  ret i32 0
}
define i32 @changes(i32 %lane, i32 %limit) {
entry:
  br label %loop
loop:
  %going = phi i1 [ true, %entry ], [ %next.going, %loop.next ]
  %count = phi i32 [ 0, %entry ], [ %count.next, %loop.next ]
  call void @mux.lanes.mask(i1 %going)
  %below = icmp ult i32 %count, %limit
  %inside = icmp ule i32 %lane, %count
  %both = select i1 %below, i1 %inside, i1 false
  %next.going = select i1 %going, i1 %both, i1 false
  br label %loop.next
loop.next:
  call void @mux.lanes.mask(i1 %next.going)
  %count.next = add i32 %count, 1
  %any = call i1 @mux.lanes.any(i1 %next.going)
  br i1 %any, label %loop, label %end
end:
  ret i32 %count.next
}
define i32 @own(i32 %lane, i32 %lane.limit) {
entry:
  br label %loop
loop:
  %going = phi i1 [ true, %entry ], [ %next.going, %loop.next ]
  %count = phi i32 [ 0, %entry ], [ %count.next, %loop.next ]
  call void @mux.lanes.mask(i1 %going)
  %below = icmp ult i32 %count, %lane.limit
  %inside = icmp ule i32 %lane, %count
  %both = select i1 %below, i1 %inside, i1 false
  %next.going = select i1 %going, i1 %both, i1 false
  br label %loop.next
loop.next:
  %count.next = add i32 %count, 1
  %any = call i1 @mux.lanes.any(i1 %next.going)
  br i1 %any, label %loop, label %end
end:
  ret i32 0
}
define i32 @guards(i32 %lane, i32 %limit, ptr %valid, ptr %other) {
entry:
  br label %loop
loop:
  %going = phi i1 [ true, %entry ], [ %next.going, %loop.next ]
  %count = phi i32 [ 0, %entry ], [ %count.next, %loop.next ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop.next ]
  call void @mux.lanes.mask(i1 %going)
  %below = icmp ult i32 %count, %limit
  %inside = icmp ule i32 %lane, %sum
  %both = select i1 %below, i1 %inside, i1 false
  %from = select i1 %both, ptr %other, ptr %valid
  %step = load i32, ptr %from
  %next.going = select i1 %going, i1 %both, i1 false
  br label %loop.next
loop.next:
  call void @mux.lanes.mask(i1 %next.going)
  %count.next = add i32 %count, 1
  %sum.next = add i32 %sum, %step
  %any = call i1 @mux.lanes.any(i1 %next.going)
  br i1 %any, label %loop, label %end
end:
  ret i32 0
}
