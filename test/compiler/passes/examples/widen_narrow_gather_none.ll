; PASS: widen lanes=16 parts=1 without=avx2
; Without gathers of words, elements are gathered as they are.
; CHECK: @llvm.masked.gather.v16i8
define i32 @g(ptr addrspace(1) %indices, ptr addrspace(1) %p, CONTEXT) {
  %address = getelementptr i32, ptr addrspace(1) %indices, i64 %local_id.x
  %index = load i32, ptr addrspace(1) %address
  %wide = sext i32 %index to i64
  %byte.address = getelementptr i8, ptr addrspace(1) %p, i64 %wide
  %byte = load i8, ptr addrspace(1) %byte.address
  %out = getelementptr i8, ptr addrspace(1) %p, i64 %local_id.x
  store i8 %byte, ptr addrspace(1) %out
  ret i32 -1
}
