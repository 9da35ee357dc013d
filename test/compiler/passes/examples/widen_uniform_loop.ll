; PASS: widen lanes=16 parts=1
; The counter stays scalar and the sum is a vector; the branch uses the counter.
; CHECK: %i = phi i32
; CHECK: %sum = phi <16 x i32>
; CHECK: add <16 x i32>
; CHECK: %i.next = add nuw nsw i32 %i, 1
; CHECK: icmp ult i32 %i.next, %n
; CHECK: br i1
; CHECK: store <16 x i32>
define i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %wide = zext nneg i32 %i to i64
  %index = add i64 %wide, %local_id.x
  %from = getelementptr i32, ptr %in, i64 %index
  %v = load i32, ptr %from
  %sum.next = add i32 %sum, %v
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  %to = getelementptr i32, ptr %out, i64 %local_index
  store i32 %sum.next, ptr %to
  ret i32 -1
}
