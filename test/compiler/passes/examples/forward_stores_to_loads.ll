; PASS: forward_stores_to_loads
; A load that spans two stored vectors is replaced by a shuffle of both; inactive lanes keep their
; values. A later store takes precedence, and the memory is removed.
; CHECK: define void @whole
; CHECK-NOT: load
; CHECK: shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 1, i32 2, i32 3, i32 4>
; CHECK: extractelement <4 x float> %b, i64 2
; CHECK: bitcast <4 x float> %b to <4 x i32>
; CHECK: store <4 x i32>
; CHECK: define void @masked
; CHECK-NOT: masked.load
; CHECK: shufflevector <4 x float> %a, <4 x float> %c, <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: store <4 x float>
; CHECK: define void @unknown
; CHECK: load <4 x float>
; CHECK: define void @partly
; CHECK: load <4 x float>
; CHECK: define void @narrow
; CHECK: load <4 x i16>
; CHECK: define void @passed
; CHECK: load <4 x float>
; Four rows that are loaded as columns, and four columns that are loaded as rows, are transposed
; once, with eight shuffles. Gathers from one base address as well; unknown distances are not
; changed.
; CHECK: define void @columns
; CHECK-NOT: alloca
; CHECK: shufflevector <4 x float> %a, <4 x float> %c, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: shufflevector <4 x float> %a, <4 x float> %c, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: shufflevector <4 x float> %b, <4 x float> %d, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: shufflevector <4 x float> %b, <4 x float> %d, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: shufflevector
; CHECK: shufflevector
; CHECK: shufflevector
; CHECK: shufflevector
; CHECK-NOT: shufflevector
; CHECK: store <4 x float>
; CHECK-NOT: gather
; CHECK: define void @rows
; CHECK-NOT: scatter
; CHECK: shufflevector <4 x float> %a, <4 x float> %c, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: store <4 x float>
; CHECK: define void @other_addresses
; CHECK: masked.gather
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, i32, <4 x i1>)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)
declare void @somebody(ptr)

define void @whole(<4 x float> %a, <4 x float> %b, <4 x float> %c, ptr %out) {
  %memory = alloca [32 x i8], align 64
  %second = getelementptr i8, ptr %memory, i64 16
  store <4 x float> %a, ptr %memory
  store <4 x float> %c, ptr %second
  store <4 x float> %b, ptr %second
  %between = getelementptr i8, ptr %memory, i64 4
  %shifted = load <4 x float>, ptr %between, align 4
  store <4 x float> %shifted, ptr %out
  br label %next
next:
  %address = getelementptr i8, ptr %memory, i64 24
  %one = load float, ptr %address
  store float %one, ptr %out
  %integers = load <4 x i32>, ptr %second
  store <4 x i32> %integers, ptr %out
  ret void
}

define void @masked(<4 x float> %a, <4 x float> %c, ptr %out) {
  %memory = alloca [32 x i8], align 64
  store <4 x float> %a, ptr %memory
  %before = getelementptr i8, ptr %memory, i64 -4
  %shifted = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %before, i32 4, <4 x i1> <i1 false, i1 true, i1 true, i1 true>, <4 x float> %c)
  store <4 x float> %shifted, ptr %out
  ret void
}

define void @unknown(<4 x float> %a, i64 %i, ptr %out) {
  %memory = alloca [64 x i8], align 64
  store <4 x float> %a, ptr %memory
  %somewhere = getelementptr i8, ptr %memory, i64 %i
  store float 0.0, ptr %somewhere
  %v = load <4 x float>, ptr %memory
  store <4 x float> %v, ptr %out
  ret void
}

define void @partly(<4 x float> %a, ptr %out) {
  %memory = alloca [64 x i8], align 64
  store <4 x float> %a, ptr %memory
  %address = getelementptr i8, ptr %memory, i64 8
  %v = load <4 x float>, ptr %address
  store <4 x float> %v, ptr %out
  ret void
}

define void @narrow(<4 x float> %a, ptr %out) {
  %memory = alloca [64 x i8], align 64
  store <4 x float> %a, ptr %memory
  %v = load <4 x i16>, ptr %memory
  store <4 x i16> %v, ptr %out
  ret void
}

define void @passed(<4 x float> %a, ptr %out) {
  %memory = alloca [64 x i8], align 64
  store <4 x float> %a, ptr %memory
  call void @somebody(ptr %memory)
  %v = load <4 x float>, ptr %memory
  store <4 x float> %v, ptr %out
  ret void
}

define void @columns(<4 x float> %a, <4 x float> %b, <4 x float> %c, <4 x float> %d, ptr %out) {
  %memory = alloca [80 x i8], align 64
  %row.1 = getelementptr i8, ptr %memory, i64 20
  %row.2 = getelementptr i8, ptr %memory, i64 40
  %row.3 = getelementptr i8, ptr %memory, i64 60
  store <4 x float> %a, ptr %memory
  store <4 x float> %b, ptr %row.1
  store <4 x float> %c, ptr %row.2
  store <4 x float> %d, ptr %row.3
  %second = getelementptr i8, ptr %memory, i64 4
  %column.0 = getelementptr i8, ptr %memory, <4 x i64> <i64 0, i64 20, i64 40, i64 60>
  %column.1 = getelementptr float, ptr %second, <4 x i32> <i32 0, i32 5, i32 10, i32 15>
  %v.0 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %column.0, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  %v.1 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %column.1, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %v.0, ptr %out
  store <4 x float> %v.1, ptr %out
  ret void
}

define void @rows(<4 x float> %a, <4 x float> %b, <4 x float> %c, <4 x float> %d, ptr %out) {
  %memory = alloca [64 x i8], align 64
  %second = getelementptr i8, ptr %memory, i64 4
  %third = getelementptr i8, ptr %memory, i64 8
  %fourth = getelementptr i8, ptr %memory, i64 12
  %column.0 = getelementptr i8, ptr %memory, <4 x i64> <i64 0, i64 16, i64 32, i64 48>
  %column.1 = getelementptr i8, ptr %second, <4 x i64> <i64 0, i64 16, i64 32, i64 48>
  %column.2 = getelementptr i8, ptr %third, <4 x i64> <i64 0, i64 16, i64 32, i64 48>
  %column.3 = getelementptr i8, ptr %fourth, <4 x i64> <i64 0, i64 16, i64 32, i64 48>
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %a, <4 x ptr> %column.0, i32 4, <4 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %b, <4 x ptr> %column.1, i32 4, <4 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %c, <4 x ptr> %column.2, i32 4, <4 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %d, <4 x ptr> %column.3, i32 4, <4 x i1> splat (i1 true))
  %row = getelementptr i8, ptr %memory, i64 32
  %v = load <4 x float>, ptr %row, align 4
  store <4 x float> %v, ptr %out
  ret void
}

define void @other_addresses(<4 x float> %a, <4 x i64> %offsets, ptr %out) {
  %memory = alloca [64 x i8], align 64
  store <4 x float> %a, ptr %memory
  %somewhere = getelementptr i8, ptr %memory, <4 x i64> %offsets
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %somewhere, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  store <4 x float> %v, ptr %out
  ret void
}
