; PASS: narrow_integers
; The mean of three bytes fits in 16 bits, once the loop around them is unrolled. A sum that may
; need more keeps 32 bits and its loop, and so does one that is stored in 32 bits. A sum whose
; demanded bits are below the 16th is narrowed to 16 bits, whatever the loop's trip count; its
; no-wrap flags are dropped.
; CHECK: define i32 @means(
; CHECK-NOT: phi
; CHECK-NOT: add i32
; CHECK: zext i8
; CHECK: add nuw nsw i16
; CHECK: udiv i16
; CHECK: trunc
; CHECK: store i8
; CHECK: define i32 @large(
; CHECK-NOT: i16
; CHECK: phi i32
; CHECK: udiv i32
; CHECK: define i32 @stored(
; CHECK-NOT: i16
; CHECK: phi i32
; CHECK: store i32
; CHECK: define i32 @looked_at(
; CHECK-NOT: i32 %
; CHECK: phi i16
; CHECK: zext i8
; CHECK: add i16
; CHECK: lshr i16
; CHECK: trunc
; CHECK: ret i32 -1
; CHECK: define i32 @promised(
; CHECK-NOT: nsw
; CHECK: add i16
; CHECK: ret i32 -1
define i32 @means(ptr %in, ptr %out) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %at = getelementptr i8, ptr %in, i64 %j
  %byte = load i8, ptr %at
  %wide = zext i8 %byte to i32
  %sum.next = add i32 %sum, %wide
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %j.next, 3
  br i1 %again, label %loop, label %end
end:
  %mean = udiv i32 %sum.next, 3
  %narrow = trunc i32 %mean to i8
  store i8 %narrow, ptr %out
  ret i32 -1
}
define i32 @large(ptr %in, ptr %out) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %at = getelementptr i8, ptr %in, i64 %j
  %byte = load i8, ptr %at
  %wide = zext i8 %byte to i32
  %sum.next = add i32 %sum, %wide
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %j.next, 3
  br i1 %again, label %loop, label %end
end:
  %product = mul i32 %sum.next, 301
  %mean = udiv i32 %product, 900
  %narrow = trunc i32 %mean to i8
  store i8 %narrow, ptr %out
  ret i32 -1
}
define i32 @stored(ptr %in, ptr %out) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %at = getelementptr i8, ptr %in, i64 %j
  %byte = load i8, ptr %at
  %wide = zext i8 %byte to i32
  %sum.next = add i32 %sum, %wide
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %j.next, 3
  br i1 %again, label %loop, label %end
end:
  store i32 %sum.next, ptr %out
  ret i32 -1
}
define i32 @looked_at(ptr %in, ptr %out, i64 %count) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %at = getelementptr i8, ptr %in, i64 %j
  %byte = load i8, ptr %at
  %wide = zext i8 %byte to i32
  %sum.next = add i32 %sum, %wide
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %j.next, %count
  br i1 %again, label %loop, label %end
end:
  %high = lshr i32 %sum.next, 8
  %narrow = trunc i32 %high to i8
  store i8 %narrow, ptr %out
  ret i32 -1
}
define i32 @promised(ptr %in, ptr %out, ptr %table) {
  %short = load i16, ptr %in
  %wide = sext i16 %short to i32
  %next = add nsw i32 %wide, 300
  %index = add nsw i32 %next, 5
  %low = and i32 %index, 255
  %at = getelementptr i8, ptr %table, i32 %low
  %element = load i8, ptr %at
  %longer = zext i8 %element to i32
  %sum = add nsw i32 %next, %longer
  %high = ashr i32 %sum, 3
  %narrow = trunc i32 %high to i8
  store i8 %narrow, ptr %out
  ret i32 -1
}
