; PASS: prefetch_next_iterations
; Iterations that load one cache line, by elements or by words, are short: the line is prefetched
; eight iterations ahead.
; CHECK: %first = getelementptr i8, ptr %far, i64 %i
; CHECK: add i64 %i, %global_size.x
; CHECK: add i64
; CHECK: add i64
; CHECK: add i64
; CHECK: add i64
; CHECK: add i64
; CHECK: add i64
; CHECK: add i64
; CHECK-NOT: add i64
; CHECK: call void @llvm.prefetch.p0
; CHECK-NOT: prefetch
; CHECK: load i8, ptr %first
; CHECK: load i64, ptr %second
; CHECK: add i64 %i, %global_size.x
define i32 @f(ptr %far, ptr addrspace(3) %to, i1 %again, CONTEXT) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %first = getelementptr i8, ptr %far, i64 %i
  %a = load i8, ptr %first
  %second = getelementptr i8, ptr %first, i64 8
  %b = load i64, ptr %second
  store i8 %a, ptr addrspace(3) %to
  store i64 %b, ptr addrspace(3) %to
  %next = add i64 %i, %global_size.x
  br i1 %again, label %head, label %end
end:
  ret i32 -1
}
