; PASS: branch_on_superword_conditions
; Unmasked iterations run while all lanes continue; then the masked loop continues with the
; remaining lanes, from the values of these iterations. A loop that some lanes do not enter has no
; unmasked iterations.
; CHECK: define i32 @f(
; CHECK: br label %loop.unmasked
; CHECK: iterations.left:
; CHECK: call i1 @mux.lanes.any(i1 %more.unmasked)
; CHECK: label %loop, label %end
; CHECK: loop:
; CHECK: %going = phi i1 [ %more.unmasked, %iterations.left ], [ %both, %next ]
; CHECK: %result = phi i32 [ %sum.unmasked, %iterations.left ], [ %chosen, %next ]
; CHECK: end:
; CHECK: phi i32 [ %chosen, %next ], [ %sum.unmasked, %iterations.left ]
; CHECK: loop.unmasked:
; CHECK-NOT: select
; CHECK: call void @mux.lanes.mask(i1 true)
; CHECK: load i32
; CHECK-NOT: select
; CHECK-NOT: any
; CHECK: call i1 @mux.lanes.all(i1 %more.unmasked)
; CHECK: label %loop.unmasked, label %iterations.left
; CHECK: define i32 @g(
; CHECK-NOT: .unmasked
declare i1 @mux.lanes.any(i1)
declare void @mux.lanes.mask(i1)
define i32 @f(ptr %in, i64 %n, CONTEXT) {
entry:
  br label %loop
loop:
  %going = phi i1 [ true, %entry ], [ %both, %next ]
  %result = phi i32 [ undef, %entry ], [ %chosen, %next ]
  %i = phi i64 [ %local_id.x, %entry ], [ %i.next, %next ]
  %so.far = phi i32 [ 0, %entry ], [ %sum, %next ]
  call void @mux.lanes.mask(i1 %going)
  %from = getelementptr i32, ptr %in, i64 %i
  %v = load i32, ptr %from
  %sum = add i32 %so.far, %v
  %i.next = add i64 %i, %global_size.x
  %more = icmp ult i64 %i.next, %n
  %chosen = select i1 %going, i32 %sum, i32 %result
  %both = select i1 %going, i1 %more, i1 false
  br label %next
next:
  %any = call i1 @mux.lanes.any(i1 %both)
  br i1 %any, label %loop, label %end
end:
  ret i32 %chosen
}
define i32 @g(ptr %in, i64 %n, i1 %lane.enters, CONTEXT) {
entry:
  br label %loop
loop:
  %going = phi i1 [ %lane.enters, %entry ], [ %both, %loop ]
  %i = phi i64 [ %local_id.x, %entry ], [ %i.next, %loop ]
  call void @mux.lanes.mask(i1 %going)
  %i.next = add i64 %i, %global_size.x
  %more = icmp ult i64 %i.next, %n
  %both = select i1 %going, i1 %more, i1 false
  %any = call i1 @mux.lanes.any(i1 %both)
  br i1 %any, label %loop, label %end
end:
  ret i32 -1
}
