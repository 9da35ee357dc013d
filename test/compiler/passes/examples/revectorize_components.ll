; PASS: revectorize_components
; Two components of each of eight work-items, one vector for each, with the same operations on both.
; CHECK: define void @multiply
; CHECK-NOT: shufflevector
; CHECK: fmul <4 x float> %low, <float 2.000000e+00, float 3.000000e+00, float 2.000000e+00, float 3.000000e+00>
; CHECK: fmul <4 x float> %high, <float 2.000000e+00, float 3.000000e+00, float 2.000000e+00, float 3.000000e+00>
; CHECK: ret void
define void @multiply(ptr %from, ptr %to) {
  %low = load <4 x float>, ptr %from
  %from.high = getelementptr i8, ptr %from, i64 16
  %high = load <4 x float>, ptr %from.high
  %x = shufflevector <4 x float> %low, <4 x float> %high, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x float> %low, <4 x float> %high, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %x2 = fmul <4 x float> %x, splat (float 2.0)
  %y3 = fmul <4 x float> %y, splat (float 3.0)
  %to.low = shufflevector <4 x float> %x2, <4 x float> %y3, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %to.high = shufflevector <4 x float> %x2, <4 x float> %y3, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x float> %to.low, ptr %to
  %to.upper = getelementptr i8, ptr %to, i64 16
  store <4 x float> %to.high, ptr %to.upper
  ret void
}

; Differences: flags of one component only are dropped, uniform values are combined with all
; components of their kind, a scalar of each work-item is duplicated for both.
; CHECK: define void @mix
; CHECK-NOT: nsw
; CHECK: <4 x i32> <i32 0, i32 0, i32 1, i32 1>
; CHECK-NOT: nsw
; CHECK: add <4 x i32> %low,
; CHECK-NOT: nsw
; CHECK: ret void
define void @mix(ptr %from, ptr %factors, i32 %first, i32 %second, ptr %to) {
  %low = load <4 x i32>, ptr %from
  %from.high = getelementptr i8, ptr %from, i64 16
  %high = load <4 x i32>, ptr %from.high
  %factor = load <4 x i32>, ptr %factors
  %x = shufflevector <4 x i32> %low, <4 x i32> %high, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x i32> %low, <4 x i32> %high, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %first.0 = insertelement <4 x i32> poison, i32 %first, i64 0
  %first.all = shufflevector <4 x i32> %first.0, <4 x i32> poison, <4 x i32> zeroinitializer
  %second.0 = insertelement <4 x i32> poison, i32 %second, i64 0
  %second.all = shufflevector <4 x i32> %second.0, <4 x i32> poison, <4 x i32> zeroinitializer
  %x.sum = add nsw <4 x i32> %x, %first.all
  %y.sum = add <4 x i32> %y, %second.all
  %x.more = mul <4 x i32> %x.sum, %x
  %y.more = mul <4 x i32> %y.sum, %y
  %x.result = xor <4 x i32> %x.more, %factor
  %y.result = xor <4 x i32> %y.more, %factor
  %to.low = shufflevector <4 x i32> %x.result, <4 x i32> %y.result, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %to.high = shufflevector <4 x i32> %x.result, <4 x i32> %y.result, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x i32> %to.low, ptr %to
  %to.upper = getelementptr i8, ptr %to, i64 16
  store <4 x i32> %to.high, ptr %to.upper
  ret void
}

; Reductions in a loop stay in the order of memory.
; CHECK: define void @sum
; CHECK: loop:
; CHECK: phi <4 x i16>
; CHECK: phi <4 x i16>
; CHECK-NOT: shufflevector
; CHECK: br i1
; CHECK: end:
; CHECK-NOT: shufflevector
; CHECK: ret void
define void @sum(ptr %from, ptr %to) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x.sum = phi <4 x i16> [ zeroinitializer, %entry ], [ %x.more, %loop ]
  %y.sum = phi <4 x i16> [ splat (i16 1), %entry ], [ %y.more, %loop ]
  %from.low = getelementptr [8 x i16], ptr %from, i64 %i
  %low = load <4 x i16>, ptr %from.low
  %from.high = getelementptr i8, ptr %from.low, i64 8
  %high = load <4 x i16>, ptr %from.high
  %x = shufflevector <4 x i16> %low, <4 x i16> %high, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x i16> %low, <4 x i16> %high, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %x.more = add <4 x i16> %x.sum, %x
  %y.more = add <4 x i16> %y.sum, %y
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 9
  br i1 %again, label %loop, label %end

end:
  %to.low = shufflevector <4 x i16> %x.more, <4 x i16> %y.more, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %to.high = shufflevector <4 x i16> %x.more, <4 x i16> %y.more, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x i16> %to.low, ptr %to
  %to.upper = getelementptr i8, ptr %to, i64 8
  store <4 x i16> %to.high, ptr %to.upper
  ret void
}

; Without stores nothing changes, because arbitrary divisions might trap.
; CHECK: define void @divide
; CHECK: <4 x i32> <i32 0, i32 1, i32 2, i32 0>
; CHECK: udiv <4 x i32> %1, <i32 7, i32 9, i32 7, i32 7>
; CHECK: ret void
define void @divide(ptr %from, ptr %to) {
  %low = load <4 x i32>, ptr %from
  %from.high = getelementptr i8, ptr %from, i64 16
  %high = load <4 x i32>, ptr %from.high
  %x = shufflevector <4 x i32> %low, <4 x i32> %high, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x i32> %low, <4 x i32> %high, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %x7 = udiv <4 x i32> %x, splat (i32 7)
  %y9 = udiv <4 x i32> %y, splat (i32 9)
  %stored = shufflevector <4 x i32> %x7, <4 x i32> %y9, <4 x i32> <i32 0, i32 4, i32 1, i32 poison>
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %stored, ptr %to, i32 4, <4 x i1> <i1 true, i1 true, i1 true, i1 false>)
  ret void
}

declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)

; A result that is also used in this order would be computed twice.
; CHECK: define void @keep
; CHECK: fmul <4 x float> %x, %x
; CHECK: fmul <4 x float> %y, %y
; CHECK-NOT: fmul
; CHECK: ret void
define void @keep(ptr %from, ptr %to, ptr %other) {
  %low = load <4 x float>, ptr %from
  %from.high = getelementptr i8, ptr %from, i64 16
  %high = load <4 x float>, ptr %from.high
  %x = shufflevector <4 x float> %low, <4 x float> %high, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x float> %low, <4 x float> %high, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %x2 = fmul <4 x float> %x, %x
  %y2 = fmul <4 x float> %y, %y
  %sum = fadd <4 x float> %x2, %y2
  store <4 x float> %sum, ptr %other
  %to.low = shufflevector <4 x float> %x2, <4 x float> %y2, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %to.high = shufflevector <4 x float> %x2, <4 x float> %y2, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x float> %to.low, ptr %to
  %to.upper = getelementptr i8, ptr %to, i64 16
  store <4 x float> %to.high, ptr %to.upper
  ret void
}

; Values loaded in parts stay in these parts.
; CHECK: define void @pieces
; CHECK: shufflevector <2 x float> %a, <2 x float> %b, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: fmul <4 x float>
; CHECK: fmul <4 x float>
; CHECK-NOT: shufflevector
; CHECK: ret void
define void @pieces(ptr %a.at, ptr %b.at, ptr %c.at, ptr %d.at, ptr %to) {
  %a = load <2 x float>, ptr %a.at
  %b = load <2 x float>, ptr %b.at
  %c = load <2 x float>, ptr %c.at
  %d = load <2 x float>, ptr %d.at
  %low = shufflevector <2 x float> %a, <2 x float> %b, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %high = shufflevector <2 x float> %c, <2 x float> %d, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %x = shufflevector <4 x float> %low, <4 x float> %high, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x float> %low, <4 x float> %high, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %x2 = fmul <4 x float> %x, %x
  %y2 = fmul <4 x float> %y, %y
  %to.low = shufflevector <4 x float> %x2, <4 x float> %y2, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %to.high = shufflevector <4 x float> %x2, <4 x float> %y2, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x float> %to.low, ptr %to
  %to.upper = getelementptr i8, ptr %to, i64 16
  store <4 x float> %to.high, ptr %to.upper
  ret void
}

; Where only some components are stored, at other places and as other types, the common operands are
; used in their original order.
; CHECK: define void @some
; CHECK-NOT: shufflevector
; CHECK: add <4 x i32> %low,
; CHECK: add <4 x i32> %high,
; CHECK-NOT: add
; CHECK-NOT: shufflevector
; CHECK: sitofp
; CHECK: sitofp
; CHECK: ret void
define void @some(ptr %from, ptr %to, ptr %other) {
  %low = load <4 x i32>, ptr %from
  %from.high = getelementptr i8, ptr %from, i64 16
  %high = load <4 x i32>, ptr %from.high
  %x = shufflevector <4 x i32> %low, <4 x i32> %high, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x i32> %low, <4 x i32> %high, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %x1 = add <4 x i32> %x, splat (i32 1)
  %y1 = add <4 x i32> %y, splat (i32 1)
  %x.float = sitofp <4 x i32> %x1 to <4 x float>
  %some.low = shufflevector <4 x float> %x.float, <4 x float> poison, <4 x i32> <i32 0, i32 poison, i32 1, i32 poison>
  %some.high = shufflevector <4 x float> %x.float, <4 x float> poison, <4 x i32> <i32 2, i32 poison, i32 3, i32 poison>
  call void @llvm.masked.store.v4f32.p0(<4 x float> %some.low, ptr %other, i32 4, <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
  %other.upper = getelementptr i8, ptr %other, i64 16
  call void @llvm.masked.store.v4f32.p0(<4 x float> %some.high, ptr %other.upper, i32 4, <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
  %to.low = shufflevector <4 x i32> %x1, <4 x i32> %y1, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %to.high = shufflevector <4 x i32> %x1, <4 x i32> %y1, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x i32> %to.low, ptr %to
  %to.upper = getelementptr i8, ptr %to, i64 16
  store <4 x i32> %to.high, ptr %to.upper
  ret void
}

declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, i32, <4 x i1>)
