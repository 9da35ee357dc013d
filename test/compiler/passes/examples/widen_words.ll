; PASS: widen lanes=16 parts=1
; Values that are used lane by lane, here as indices of atomic additions, are loaded as words; each
; lane's element is extracted by a shift.
; CHECK-NOT: extractelement
; CHECK: load i64, ptr addrspace(1)
; CHECK: trunc i64
; CHECK: lshr i64
; CHECK-NOT: load i64
; CHECK: , 48
; CHECK: load i64, ptr addrspace(1)
; CHECK: ret i32 -1
define i32 @f(ptr addrspace(1) %from, CONTEXT) {
entry:
  %local = addrspacecast ptr %scratch to ptr addrspace(3)
  %address = getelementptr i16, ptr addrspace(1) %from, i64 %local_index
  %value = load i16, ptr addrspace(1) %address
  %wide = zext i16 %value to i64
  %count = getelementptr i32, ptr addrspace(3) %local, i64 %wide
  %old = atomicrmw add ptr addrspace(3) %count, i32 1 monotonic
  ret i32 -1
}
