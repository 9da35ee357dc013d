; PASS: widen lanes=8 parts=1 rows=1
; Two adjacent members at irregular addresses are scattered as one word, and so are four bytes. They
; are stored together at the last store, whatever their order.
; CHECK-NOT: masked.scatter.v8f32
; CHECK-NOT: masked.scatter.v8i8
; CHECK: bitcast <8 x float> %{{[0-9]+}} to <4 x i64>
; CHECK: bitcast <8 x float> %{{[0-9]+}} to <4 x i64>
; CHECK: call void @llvm.masked.scatter.v8i64
; CHECK: bitcast <8 x i8> %{{[0-9]+}} to <2 x i32>
; CHECK: call void @llvm.masked.scatter.v8i32
; CHECK-NOT: masked.scatter
; CHECK: ret i32 -1
define i32 @f(ptr %indices, ptr %values, ptr %points, ptr %colors, CONTEXT) {
  %to.address = getelementptr i64, ptr %indices, i64 %local_id.x
  %index = load i64, ptr %to.address
  %value.at = getelementptr float, ptr %values, i64 %local_id.x
  %x = load float, ptr %value.at
  %y = fadd float %x, 1.0
  %x.at = getelementptr [2 x float], ptr %points, i64 %index
  %y.at = getelementptr i8, ptr %x.at, i64 4
  store float %y, ptr %y.at
  store float %x, ptr %x.at
  %red = fptoui float %x to i8
  %green = add i8 %red, 1
  %blue = add i8 %red, 2
  %alpha = add i8 %red, 3
  %red.at = getelementptr i32, ptr %colors, i64 %index
  %green.at = getelementptr i8, ptr %red.at, i64 1
  %blue.at = getelementptr i8, ptr %red.at, i64 2
  %alpha.at = getelementptr i8, ptr %red.at, i64 3
  store i8 %red, ptr %red.at
  store i8 %green, ptr %green.at
  store i8 %blue, ptr %blue.at
  store i8 %alpha, ptr %alpha.at
  ret i32 -1
}
