; PASS: widen lanes=16 parts=1 processor=avx2
; Where the processor gathers, the aligned 32 bits around an element are gathered and the element is
; shifted out of them, if it cannot lie in two such words.
; CHECK: @llvm.ptrmask
; CHECK: @llvm.masked.gather.v16i32
; CHECK: lshr <16 x i32>
; CHECK: trunc <16 x i32>
; CHECK: @llvm.masked.gather.v16i32
; CHECK: trunc <16 x i32>
; CHECK: @llvm.masked.gather.v16i16
define i32 @f(ptr addrspace(1) %indices, ptr addrspace(1) %p, CONTEXT) {
  %address = getelementptr i32, ptr addrspace(1) %indices, i64 %local_id.x
  %index = load i32, ptr addrspace(1) %address
  %wide = sext i32 %index to i64
  %byte.address = getelementptr i8, ptr addrspace(1) %p, i64 %wide
  %byte = load i8, ptr addrspace(1) %byte.address
  %short.address = getelementptr i16, ptr addrspace(1) %p, i64 %wide
  %short = load i16, ptr addrspace(1) %short.address, align 2
  %unaligned = load i16, ptr addrspace(1) %short.address, align 1
  %sum.short = add i16 %short, %unaligned
  %extended = zext i8 %byte to i16
  %sum = add i16 %sum.short, %extended
  %out = getelementptr i16, ptr addrspace(1) %p, i64 %local_id.x
  store i16 %sum, ptr addrspace(1) %out
  ret i32 -1
}
