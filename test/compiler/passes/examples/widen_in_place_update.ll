; PASS: widen lanes=16 parts=1
; A small masked store, to an address that was just loaded, needs no test of the mask; a store to
; another address does.
; CHECK: load <16 x i32>
; CHECK: br label %update
; CHECK: update:
; CHECK: call void @llvm.masked.store.v16i32
; CHECK: after:
; CHECK: br i1
; CHECK: elsewhere:
declare i1 @mux.lanes.any(i1)
declare void @mux.lanes.mask(i1)
define i32 @f(ptr %p, ptr %q, i32 %limit, CONTEXT) {
entry:
  %address = getelementptr i32, ptr %p, i64 %local_id.x
  %other = getelementptr i32, ptr %q, i64 %local_id.x
  %v = load i32, ptr %address
  %more = icmp sgt i32 %v, %limit
  %any = call i1 @mux.lanes.any(i1 %more)
  br i1 %any, label %update, label %after
update:
  call void @mux.lanes.mask(i1 %more)
  store i32 %limit, ptr %address
  br label %after
after:
  %any.again = call i1 @mux.lanes.any(i1 %more)
  br i1 %any.again, label %elsewhere, label %end
elsewhere:
  call void @mux.lanes.mask(i1 %more)
  store i32 %limit, ptr %other
  br label %end
end:
  ret i32 -1
}
