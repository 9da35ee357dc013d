; PASS: branch_on_superword_conditions unchanged
; A block with a low branch weight gets no copy for all-true masks.
declare i1 @mux.lanes.any(i1)
declare void @mux.lanes.mask(i1)
define i32 @f(ptr %out, i64 %n, CONTEXT) {
entry:
  %inside = icmp ult i64 %local_id.x, %n
  %any = call i1 @mux.lanes.any(i1 %inside)
  br i1 %any, label %body, label %end, !prof !0
body:
  call void @mux.lanes.mask(i1 %inside)
  %to = getelementptr i64, ptr %out, i64 %local_id.x
  store i64 7, ptr %to
  br label %end
end:
  ret i32 -1
}
!0 = !{!"branch_weights", i32 1, i32 2000}
