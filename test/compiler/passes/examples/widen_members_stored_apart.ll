; PASS: widen lanes=8 parts=1 rows=1
; A store between two members may alias them, and of two values for one member the last one is
; stored.
; CHECK-NOT: masked.scatter.v8i64
; CHECK: call void @llvm.masked.scatter.v8f32
; CHECK: call void @llvm.masked.scatter.v8f32
; CHECK: call void @llvm.masked.scatter.v8f32
; CHECK-NOT: masked.scatter.v8f32
; CHECK: call void @llvm.masked.scatter.v8i64
; CHECK: ret i32 -1
define i32 @f(ptr %indices, ptr %values, ptr %points, CONTEXT) {
  %to.address = getelementptr i64, ptr %indices, i64 %local_id.x
  %index = load i64, ptr %to.address
  %value.at = getelementptr float, ptr %values, i64 %local_id.x
  %x = load float, ptr %value.at
  %y = fadd float %x, 1.0
  %x.at = getelementptr [2 x float], ptr %points, i64 %index
  %y.at = getelementptr i8, ptr %x.at, i64 4
  %other = mul i64 %index, %index
  %other.at = getelementptr [2 x float], ptr %points, i64 %other
  store float %x, ptr %x.at
  store float %y, ptr %other.at
  store float %y, ptr %x.at
  store float %x, ptr %x.at
  store float %x, ptr %y.at
  ret i32 -1
}
