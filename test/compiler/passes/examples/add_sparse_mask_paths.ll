; PASS: add_sparse_mask_paths lanes=8 parts=2
; A masked loop is outlined into a function for one work-item, called for the active lanes if these
; are few; the other lanes keep their values. A loop that uses a private variable is not outlined,
; nor is code without a loop.
; CHECK: define i32 @walk(
; CHECK: %any = call i1 @mux.lanes.any(i1 %rare)
; CHECK: br i1 %any, label %few, label %end
; CHECK: few:
; CHECK: call i1 @mux.lanes.few(i1 %rare, i32 1)
; CHECK: label %few.calls, label %body
; CHECK: few.calls:
; CHECK: call void @mux.lanes.mask(i1 %rare)
; CHECK: call i32 @walk.alone(i32 %start, ptr %in)
; CHECK: select i1 %rare, i32 %
; CHECK: body:
; CHECK: call void @mux.lanes.mask(i1 %rare)
; CHECK: define i32 @variable(
; CHECK-NOT: @mux.lanes.few
; CHECK: define i32 @short(
; CHECK-NOT: @mux.lanes.few
; CHECK: define internal i32 @walk.alone(i32 %0, ptr %1)
; CHECK-NOT: mux.lanes
; CHECK: %blended = select i1 true, i32 %next
; CHECK: br i1 %again
; CHECK: ret i32
declare i1 @mux.lanes.any(i1)
declare void @mux.lanes.mask(i1)

define i32 @walk(ptr %in, ptr %out, CONTEXT) {
entry:
  %from = getelementptr i32, ptr %in, i64 %local_id.x
  %start = load i32, ptr %from
  %rare = icmp slt i32 %start, 0
  %any = call i1 @mux.lanes.any(i1 %rare)
  br i1 %any, label %body, label %end
body:
  call void @mux.lanes.mask(i1 %rare)
  br label %loop
loop:
  %value = phi i32 [ %start, %body ], [ %blended, %loop ]
  %i = phi i32 [ 0, %body ], [ %i.next, %loop ]
  call void @mux.lanes.mask(i1 %rare)
  %slot_index = and i32 %value, 255
  %index = zext i32 %slot_index to i64
  %at = getelementptr i32, ptr %in, i64 %index
  %next = load i32, ptr %at
  %blended = select i1 %rare, i32 %next, i32 %value
  %i.next = add i32 %i, 1
  %again = icmp ult i32 %i.next, 64
  br i1 %again, label %loop, label %end
end:
  %result = phi i32 [ %start, %entry ], [ %blended, %loop ]
  %to = getelementptr i32, ptr %out, i64 %local_id.x
  store i32 %result, ptr %to
  ret i32 -1
}

define i32 @variable(ptr %in, CONTEXT) {
entry:
  %own = alloca [4 x i32]
  %odd = trunc i64 %local_id.x to i1
  %any = call i1 @mux.lanes.any(i1 %odd)
  br i1 %any, label %body, label %end
body:
  call void @mux.lanes.mask(i1 %odd)
  br label %loop
loop:
  %i = phi i64 [ 0, %body ], [ %i.next, %loop ]
  call void @mux.lanes.mask(i1 %odd)
  %slot_index = and i64 %i, 3
  %at = getelementptr i32, ptr %own, i64 %slot_index
  %value = load i32, ptr %at
  %sum = add i32 %value, 1
  store i32 %sum, ptr %at
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, 64
  br i1 %again, label %loop, label %end
end:
  ret i32 -1
}

define i32 @short(ptr %in, CONTEXT) {
entry:
  %odd = trunc i64 %local_id.x to i1
  %any = call i1 @mux.lanes.any(i1 %odd)
  br i1 %any, label %body, label %end
body:
  call void @mux.lanes.mask(i1 %odd)
  %at = getelementptr i32, ptr %in, i64 %local_id.x
  store i32 7, ptr %at
  br label %end
end:
  ret i32 -1
}
