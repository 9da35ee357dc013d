; PASS: prefetch_next_iterations
; A loop that only reads gets prefetches; one that writes a buffer does not.
; CHECK: call void @llvm.prefetch.p0
; CHECK: load <16 x float>
; CHECK-NOT: prefetch
; CHECK: store <16 x float>
define i32 @f(ptr %far, ptr addrspace(1) %to, i1 %again, CONTEXT) {
entry:
  br label %reads
reads:
  %i = phi i64 [ 0, %entry ], [ %next, %reads ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %sum.next, %reads ]
  %place = getelementptr float, ptr %far, i64 %i
  %a = load <16 x float>, ptr %place
  %sum.next = fadd <16 x float> %sum, %a
  %next = add i64 %i, %global_size.x
  br i1 %again, label %reads, label %between
between:
  br label %writes
writes:
  %j = phi i64 [ 0, %between ], [ %next.j, %writes ]
  %from = getelementptr float, ptr %far, i64 %j
  %b = load <16 x float>, ptr %from
  %twice = fadd <16 x float> %b, %sum.next
  %there = getelementptr float, ptr addrspace(1) %to, i64 %j
  store <16 x float> %twice, ptr addrspace(1) %there
  %next.j = add i64 %j, %global_size.x
  br i1 %again, label %writes, label %end
end:
  ret i32 -1
}
