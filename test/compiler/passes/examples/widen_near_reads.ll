; PASS: widen lanes=16 parts=1 processor=avx512f
; With a slowly increasing index, a packet tests at run time whether all lanes read within one
; vector and one page: then one vector is loaded and permuted. Members share the test. Reads with a
; loaded index are gathers.
; CHECK: icmp uge <16 x i32>
; CHECK: and i64 {{.*}}, 4095
; CHECK: icmp ule i64 {{.*}}, 4028
; CHECK: br i1
; CHECK: {{^}}near:
; CHECK-COUNT-2: call <16 x i32> @llvm.x86.avx512.permvar.si.512
; CHECK: {{^}}far:
; CHECK: call <16 x i64> @llvm.masked.gather
; CHECK: br label
; CHECK-NOT: br i1
; CHECK: call <16 x i32> @llvm.masked.gather
; CHECK-NOT: permvar
; CHECK: ret i32 -1
define i32 @f(ptr %in, ptr %to, CONTEXT) {
  %i = trunc i64 %local_id.x to i32
  %half = lshr i32 %i, 1
  %index = zext i32 %half to i64
  %from = getelementptr i32, ptr %in, i64 %index
  %value = load i32, ptr %from
  %next = getelementptr i32, ptr %from, i64 1
  %other = load i32, ptr %next
  %listed.from = getelementptr i32, ptr %in, i64 %local_id.x
  %listed = load i32, ptr %listed.from
  %listed.index = lshr i32 %listed, 20
  %listed.wide = zext i32 %listed.index to i64
  %anywhere.from = getelementptr i32, ptr %in, i64 %listed.wide
  %anywhere = load i32, ptr %anywhere.from
  %sum = add i32 %value, %other
  %all = add i32 %sum, %anywhere
  %into = getelementptr i32, ptr %to, i64 %local_index
  store i32 %all, ptr %into
  ret i32 -1
}
