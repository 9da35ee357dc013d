; PASS: unroll_array_loops
; A loop over a private array is unrolled and the array removed, even if the trip count of an inner
; loop depends on the outer counter; an array with data-dependent indices is not changed, nor is a
; loop over other memory.
; CHECK: define i32 @sorts(
; CHECK-NOT: alloca
; CHECK-NOT: br
; CHECK: ret i32
; CHECK: define i32 @counts(
; CHECK: alloca [4 x i32]
; CHECK: phi i64
; CHECK: ret i32
; CHECK: define i32 @sums(
; CHECK: phi i64
; CHECK: ret i32
; CHECK: define i32 @calculates(
; CHECK-NOT: phi
; CHECK: ret i32
define i32 @sorts(ptr %in, ptr %out) {
entry:
  %v = alloca [4 x i32]
  br label %fill
fill:
  %f = phi i64 [ 0, %entry ], [ %f.next, %fill ]
  %from = getelementptr i32, ptr %in, i64 %f
  %read = load i32, ptr %from
  %f.at = getelementptr [4 x i32], ptr %v, i64 0, i64 %f
  store i32 %read, ptr %f.at
  %f.next = add nuw nsw i64 %f, 1
  %f.again = icmp ult i64 %f.next, 4
  br i1 %f.again, label %fill, label %outer
outer:
  %i = phi i64 [ 0, %fill ], [ %i.next, %outer.next ]
  %i.after = add nuw nsw i64 %i, 1
  br label %inner
inner:
  %j = phi i64 [ %i.after, %outer ], [ %j.next, %inner ]
  %i.at = getelementptr [4 x i32], ptr %v, i64 0, i64 %i
  %j.at = getelementptr [4 x i32], ptr %v, i64 0, i64 %j
  %a = load i32, ptr %i.at
  %b = load i32, ptr %j.at
  %low = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  %high = call i32 @llvm.umax.i32(i32 %a, i32 %b)
  store i32 %low, ptr %i.at
  store i32 %high, ptr %j.at
  %j.next = add nuw nsw i64 %j, 1
  %j.again = icmp ult i64 %j.next, 4
  br i1 %j.again, label %inner, label %outer.next
outer.next:
  %i.next = add nuw nsw i64 %i, 1
  %i.again = icmp ult i64 %i.next, 3
  br i1 %i.again, label %outer, label %end
end:
  %median.at = getelementptr [4 x i32], ptr %v, i64 0, i64 2
  %median = load i32, ptr %median.at
  store i32 %median, ptr %out
  ret i32 -1
}
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)

define i32 @counts(ptr %in, ptr %out) {
entry:
  %v = alloca [4 x i32]
  store i32 0, ptr %v
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %from = getelementptr i32, ptr %in, i64 %i
  %read = load i32, ptr %from
  %slot_index = and i32 %read, 3
  %index = zext i32 %slot_index to i64
  %at = getelementptr [4 x i32], ptr %v, i64 0, i64 %index
  %count = load i32, ptr %at
  %more = add i32 %count, 1
  store i32 %more, ptr %at
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %i.next, 8
  br i1 %again, label %loop, label %end
end:
  %first = load i32, ptr %v
  store i32 %first, ptr %out
  ret i32 -1
}

define i32 @sums(ptr %in, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %from = getelementptr i32, ptr %in, i64 %i
  %read = load i32, ptr %from
  %more = add i32 %sum, %read
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %i.next, 8
  br i1 %again, label %loop, label %end
end:
  store i32 %more, ptr %out
  ret i32 -1
}

define i32 @calculates(ptr %in, ptr %out) {
entry:
  %start = load i32, ptr %in
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %value = phi i32 [ %start, %entry ], [ %next, %loop ]
  %scaled = mul i32 %value, 69069
  %shifted = lshr i32 %value, 3
  %next = xor i32 %scaled, %shifted
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %i.next, 8
  br i1 %again, label %loop, label %end
end:
  store i32 %next, ptr %out
  ret i32 -1
}
