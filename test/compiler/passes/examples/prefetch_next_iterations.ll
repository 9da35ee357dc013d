; PASS: prefetch_next_iterations
; Loads with a stride of the ND-range are prefetched, once for each cache line, on all paths through
; an iteration; loads at a constant distance are not.
; CHECK: %first = getelementptr i8, ptr %far, i64 %i
; CHECK: trunc i64 %global_size.x to i32
; CHECK: getelementptr i8, ptr %far, i64
; CHECK: call void @llvm.prefetch.p0
; CHECK: load <16 x i32>, ptr %first
; CHECK: load <16 x i32>, ptr %part.of.line
; CHECK: load <16 x i32>, ptr %next.line
; CHECK: %near.address = getelementptr i8, ptr %near, i64 %k
; CHECK: load <16 x i32>, ptr %near.address
define i32 @f(ptr %far, ptr %near, i1 %choice, i1 %again, CONTEXT) {
entry:
  br label %head
head:
  %i.narrow = phi i32 [ 0, %entry ], [ %one.next, %one ], [ %other.next, %other ]
  %k = phi i64 [ 0, %entry ], [ %k.one, %one ], [ %k.other, %other ]
  %i = zext i32 %i.narrow to i64
  %first = getelementptr i8, ptr %far, i64 %i
  %a = load <16 x i32>, ptr %first
  %part.of.line = getelementptr i8, ptr %first, i64 0
  %b = load <16 x i32>, ptr %part.of.line
  %next.line = getelementptr i8, ptr %first, i64 64
  %c = load <16 x i32>, ptr %next.line
  %near.address = getelementptr i8, ptr %near, i64 %k
  %d = load <16 x i32>, ptr %near.address
  br i1 %choice, label %one, label %other
one:
  %one.step = trunc i64 %global_size.x to i32
  %one.next = add i32 %i.narrow, %one.step
  %k.one = add i64 %k, 64
  br i1 %again, label %head, label %end
other:
  %other.step = trunc i64 %global_size.x to i32
  %other.next = add i32 %i.narrow, %other.step
  %k.other = add i64 %k, 64
  br i1 %again, label %head, label %end
end:
  ret i32 -1
}
