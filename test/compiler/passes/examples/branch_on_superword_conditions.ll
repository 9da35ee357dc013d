; PASS: branch_on_superword_conditions
; A copy without the mask runs if the mask is all true; in it, a mask derived from that one is only
; the other condition, with a copy of its own.
; CHECK: call i1 @mux.lanes.any(i1 %inside)
; CHECK: all:
; CHECK: call i1 @mux.lanes.all(i1 %inside)
; CHECK: br i1 %0, label %body.all, label %body
; CHECK: body:
; CHECK: call void @mux.lanes.mask(i1 %inside)
; CHECK: body.all:
; CHECK: call void @mux.lanes.mask(i1 true)
; CHECK: call i1 @mux.lanes.any(i1 %odd.all)
; CHECK: call i1 @mux.lanes.all(i1 %odd.all)
declare i1 @mux.lanes.any(i1)
declare void @mux.lanes.mask(i1)
define i32 @f(ptr %out, i64 %n, CONTEXT) {
entry:
  %inside = icmp ult i64 %local_id.x, %n
  %any = call i1 @mux.lanes.any(i1 %inside)
  br i1 %any, label %body, label %end
body:
  call void @mux.lanes.mask(i1 %inside)
  %to = getelementptr i64, ptr %out, i64 %local_id.x
  %v = load i64, ptr %to
  %odd = trunc i64 %v to i1
  %both = select i1 %inside, i1 %odd, i1 false
  %any.odd = call i1 @mux.lanes.any(i1 %both)
  br i1 %any.odd, label %inner, label %end
inner:
  call void @mux.lanes.mask(i1 %both)
  store i64 7, ptr %out
  br label %end
end:
  ret i32 -1
}
