; PASS: widen lanes=8 parts=1 rows=1
; Two adjacent members at irregular addresses are gathered as one word, and so are four bytes, which
; are extracted from it.
; CHECK: call <8 x i64> @llvm.masked.gather.v8i64
; CHECK: <16 x float>
; CHECK: <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK: <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
; CHECK-NOT: masked.gather.v8f32
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32
; CHECK: lshr <8 x i32>
; CHECK: trunc <8 x i32>
; CHECK-NOT: masked.gather.v8i8
; CHECK: ret i32 -1
define i32 @f(ptr %indices, ptr %points, ptr %colors, ptr %out, CONTEXT) {
  %to.address = getelementptr i64, ptr %indices, i64 %local_id.x
  %index = load i64, ptr %to.address
  %x.at = getelementptr [2 x float], ptr %points, i64 %index
  %y.at = getelementptr i8, ptr %x.at, i64 4
  %x = load float, ptr %x.at
  %y = load float, ptr %y.at
  %sum = fadd float %x, %y
  %red.at = getelementptr i32, ptr %colors, i64 %index
  %green.at = getelementptr i8, ptr %red.at, i64 1
  %blue.at = getelementptr i8, ptr %red.at, i64 2
  %alpha.at = getelementptr i8, ptr %red.at, i64 3
  %red = load i8, ptr %red.at
  %green = load i8, ptr %green.at
  %blue = load i8, ptr %blue.at
  %alpha = load i8, ptr %alpha.at
  %red.green = xor i8 %red, %green
  %blue.alpha = add i8 %blue, %alpha
  %all = mul i8 %red.green, %blue.alpha
  %float = uitofp i8 %all to float
  %result = fadd float %sum, %float
  %to = getelementptr float, ptr %out, i64 %local_id.x
  store float %result, ptr %to
  ret i32 -1
}
