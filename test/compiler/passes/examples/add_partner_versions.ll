; PASS: add_partner_versions lanes=16 parts=1
; Accesses to `i ^ k`: a version for k that are multiples of a vector, one for a k within a vector
; and vector-aligned arrays, and the original.
; CHECK: versions:
; CHECK: and i64
; CHECK: , 15
; CHECK: icmp eq i64
; CHECK: br i1
; CHECK: not.far:
; CHECK: icmp ult i64
; CHECK: , 16
; CHECK: ptrtoint ptr %p to i64
; CHECK: , 63
; CHECK: entry:
; CHECK: %partner = xor i64 %id, %k
; CHECK: %is.up = and i64 %id, %length
; CHECK: entry.version:
; CHECK: and i64 %first_global_id.x, -16
; CHECK: and i64 %k, -16
; CHECK: %partner.version = xor i64 %id.version
; CHECK: and i64 %length, -16
; CHECK: %address.version = getelementptr i32, ptr %p,
; CHECK: and i64 %first_global_id.x, -16
; CHECK: and i64 %k, 15
; CHECK: and i64 %local_id.x, 15
; CHECK: icmp ugt i64
; CHECK-NOT: and i64 %length,
; CHECK: @llvm.ptrmask.p0.i64(ptr %p, i64 -64)
; CHECK: ret i32 -1
define i32 @f(ptr %p, i64 %k, i64 %length, CONTEXT) {
entry:
  %id = add i64 %first_global_id.x, %local_id.x
  %partner = xor i64 %id, %k
  %is.lower = icmp ugt i64 %partner, %id
  %is.up = and i64 %id, %length
  %sum = zext i1 %is.lower to i64
  %value = add i64 %is.up, %sum
  %address = getelementptr i32, ptr %p, i64 %partner
  %narrow = trunc i64 %value to i32
  store i32 %narrow, ptr %address
  ret i32 -1
}
