; PASS: widen lanes=16 parts=1
; Accesses within a vector of a vector-aligned array: one load of the whole vector, without a mask
; or a branch, and a permutation.
; CHECK: masked:
; CHECK-NOT: br
; CHECK: load <16 x i32>
; CHECK: align 64
; CHECK-NOT: br
; CHECK: load <16 x i32>
; CHECK: align 64
; CHECK-NOT: @llvm.masked.load
; CHECK-NOT: @llvm.masked.gather
; CHECK: shufflevector <16 x i32>
; CHECK: masked.store
; CHECK: end:
declare i1 @mux.lanes.any(i1)
declare void @mux.lanes.mask(i1)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
define i32 @f(ptr %p, i64 %k, i32 %limit, CONTEXT) {
entry:
  %base = and i64 %first_global_id.x, -16
  %id = add i64 %base, %local_id.x
  %distance = and i64 %k, 15
  %partner = xor i64 %id, %distance
  %aligned = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -64)
  %index = trunc i64 %local_id.x to i32
  %condition = icmp ult i32 %index, %limit
  %any = call i1 @mux.lanes.any(i1 %condition)
  br i1 %any, label %masked, label %end
masked:
  call void @mux.lanes.mask(i1 %condition)
  %own = getelementptr i32, ptr %aligned, i64 %id
  %other = getelementptr i32, ptr %aligned, i64 %partner
  %a = load i32, ptr %own
  %b = load i32, ptr %other
  %sum = add i32 %a, %b
  store i32 %sum, ptr %own
  br label %end
end:
  ret i32 -1
}
