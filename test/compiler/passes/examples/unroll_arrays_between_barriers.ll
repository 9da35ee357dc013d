; PASS: unroll_arrays_between_barriers
; Loops over a private array that lives across a barrier are unrolled, and the array becomes values;
; the loop around the barrier stays, and so do both barriers. An array whose loop contains a barrier
; stays.
; CHECK: define i32 @sums(
; CHECK-NOT: alloca
; CHECK: phi float
; CHECK: phi float
; CHECK: call void @_Z7barrierj
; CHECK-NOT: call void @_Z7barrierj
; CHECK: ret i32
; CHECK: define i32 @waits(
; CHECK: alloca [2 x float]
; CHECK: call void @_Z7barrierj
; CHECK-NOT: call void @_Z7barrierj
; CHECK: ret i32
define i32 @sums(ptr %in, ptr %out, i64 %n) {
entry:
  %v = alloca [2 x float]
  br label %clear
clear:
  %c = phi i64 [ 0, %entry ], [ %c.next, %clear ]
  %c.at = getelementptr [2 x float], ptr %v, i64 0, i64 %c
  store float 0.0, ptr %c.at
  %c.next = add nuw nsw i64 %c, 1
  %c.again = icmp ult i64 %c.next, 2
  br i1 %c.again, label %clear, label %outer
outer:
  %k = phi i64 [ 0, %clear ], [ %k.next, %outer.next ]
  call void @_Z7barrierj(i32 1)
  br label %inner
inner:
  %i = phi i64 [ 0, %outer ], [ %i.next, %inner ]
  %from = getelementptr float, ptr %in, i64 %i
  %read = load float, ptr %from
  %at = getelementptr [2 x float], ptr %v, i64 0, i64 %i
  %old = load float, ptr %at
  %sum = fadd float %old, %read
  store float %sum, ptr %at
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %i.next, 2
  br i1 %again, label %inner, label %outer.next
outer.next:
  %k.next = add nuw nsw i64 %k, 1
  %k.again = icmp ult i64 %k.next, %n
  br i1 %k.again, label %outer, label %end
end:
  %second = getelementptr [2 x float], ptr %v, i64 0, i64 1
  %a = load float, ptr %v
  %b = load float, ptr %second
  %both = fadd float %a, %b
  store float %both, ptr %out
  ret i32 -1
}

define i32 @waits(ptr %in, ptr %out) {
entry:
  %v = alloca [2 x float]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  call void @_Z7barrierj(i32 1)
  %from = getelementptr float, ptr %in, i64 %i
  %read = load float, ptr %from
  %at = getelementptr [2 x float], ptr %v, i64 0, i64 %i
  store float %read, ptr %at
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %i.next, 2
  br i1 %again, label %loop, label %end
end:
  %second = getelementptr [2 x float], ptr %v, i64 0, i64 1
  %a = load float, ptr %v
  %b = load float, ptr %second
  %both = fadd float %a, %b
  store float %both, ptr %out
  ret i32 -1
}

declare void @_Z7barrierj(i32) convergent nounwind
