; PASS: branch_on_superword_conditions
; A result of the inner loop is used after the outer one, which gets unmasked iterations: both
; copies of the outer loop reach that use with values of their own.
; CHECK: outer.unmasked:
; CHECK: inner.unmasked:
; CHECK: call i1 @mux.lanes.all(i1 %more.outer
; CHECK: label %outer.unmasked, label %iterations.left
declare i1 @mux.lanes.any(i1)
declare void @mux.lanes.mask(i1)
define i32 @f(ptr %in, i64 %n, CONTEXT) {
entry:
  br label %outer
outer:
  %going = phi i1 [ true, %entry ], [ %both, %outer.next ]
  %i = phi i64 [ %local_id.x, %entry ], [ %i.next, %outer.next ]
  call void @mux.lanes.mask(i1 %going)
  %i.next = add i64 %i, %global_size.x
  br label %inner
inner:
  %inside = phi i1 [ %going, %outer ], [ %inside.next, %inner.next ]
  %sum = phi i32 [ 0, %outer ], [ %sum.next, %inner.next ]
  call void @mux.lanes.mask(i1 %inside)
  %v = load i32, ptr %in
  %sum.next = add i32 %sum, %v
  %more.inner = icmp ult i32 %sum.next, 100
  %inside.next = select i1 %inside, i1 %more.inner, i1 false
  br label %inner.next
inner.next:
  %any.inner = call i1 @mux.lanes.any(i1 %inside.next)
  br i1 %any.inner, label %inner, label %outer.next
outer.next:
  %more.outer = icmp ult i64 %i.next, %n
  %both = select i1 %going, i1 %more.outer, i1 false
  %any = call i1 @mux.lanes.any(i1 %both)
  br i1 %any, label %outer, label %end
end:
  %result = add i32 %sum.next, 1
  ret i32 %result
}
