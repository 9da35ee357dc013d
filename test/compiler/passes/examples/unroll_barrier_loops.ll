; PASS: unroll_barrier_loops
; A loop of few iterations around a barrier is unrolled into code with constant distances; a loop
; without a barrier stays, and so does one with an unknown trip count.
; CHECK: define i32 @steps(
; CHECK-NOT: phi
; CHECK: getelementptr inbounds
; CHECK: call void @_Z7barrierj
; CHECK-NOT: phi
; CHECK: call void @_Z7barrierj
; CHECK-NOT: phi
; CHECK: call void @_Z7barrierj
; CHECK-NOT: @_Z7barrierj
; CHECK: ret i32
; CHECK: define i32 @no_barrier(
; CHECK: phi i32
; CHECK: ret i32
; CHECK: define i32 @unknown(
; CHECK: phi i32
; CHECK: call void @_Z7barrierj
; CHECK-NOT: @_Z7barrierj
; CHECK: ret i32
declare void @_Z7barrierj(i32) convergent nounwind

define i32 @steps(ptr %values, i32 %id) {
entry:
  br label %step
step:
  %distance = phi i32 [ 4, %entry ], [ %next, %step ]
  %partner = add i32 %id, %distance
  %index = zext i32 %partner to i64
  %from = getelementptr inbounds i32, ptr %values, i64 %index
  %value = load i32, ptr %from
  store i32 %value, ptr %values
  call void @_Z7barrierj(i32 1) convergent nounwind
  %next = lshr i32 %distance, 1
  %is_last = icmp eq i32 %next, 0
  br i1 %is_last, label %end, label %step
end:
  ret i32 -1
}

define i32 @no_barrier(ptr %values, i32 %id) {
entry:
  br label %step
step:
  %distance = phi i32 [ 4, %entry ], [ %next, %step ]
  %sum = phi i32 [ 0, %entry ], [ %more, %step ]
  %partner = add i32 %id, %distance
  %index = zext i32 %partner to i64
  %from = getelementptr inbounds i32, ptr %values, i64 %index
  %value = load i32, ptr %from
  %more = add i32 %sum, %value
  %next = lshr i32 %distance, 1
  %is_last = icmp eq i32 %next, 0
  br i1 %is_last, label %end, label %step
end:
  ret i32 %more
}

define i32 @unknown(ptr %values, i32 %id, i32 %first) {
entry:
  br label %step
step:
  %distance = phi i32 [ %first, %entry ], [ %next, %step ]
  %partner = add i32 %id, %distance
  %index = zext i32 %partner to i64
  %from = getelementptr inbounds i32, ptr %values, i64 %index
  %value = load i32, ptr %from
  store i32 %value, ptr %values
  call void @_Z7barrierj(i32 1) convergent nounwind
  %next = lshr i32 %distance, 1
  %is_last = icmp eq i32 %next, 0
  br i1 %is_last, label %end, label %step
end:
  ret i32 -1
}
