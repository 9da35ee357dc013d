; PASS: widen lanes=16 parts=1 rows=1
; All elements of rows as long as a vector: they are transposed in interleaving steps, without
; gathers.
; CHECK: load <16 x float>, ptr
; CHECK: <16 x i32> <i32 0, i32 2, i32 4, i32 6
; CHECK: store <16 x float>
; CHECK-NOT: masked.
; CHECK: ret i32 -1
define i32 @f(ptr %in, ptr %out, CONTEXT) {
  %row = shl nuw nsw i64 %local_id.x, 4
  %from.0 = getelementptr float, ptr %in, i64 %row
  %to.0 = getelementptr float, ptr %out, i64 %row
  %at.1 = or disjoint i64 %row, 1
  %from.1 = getelementptr float, ptr %in, i64 %at.1
  %to.1 = getelementptr float, ptr %out, i64 %at.1
  %at.2 = or disjoint i64 %row, 2
  %from.2 = getelementptr float, ptr %in, i64 %at.2
  %to.2 = getelementptr float, ptr %out, i64 %at.2
  %at.3 = or disjoint i64 %row, 3
  %from.3 = getelementptr float, ptr %in, i64 %at.3
  %to.3 = getelementptr float, ptr %out, i64 %at.3
  %at.4 = or disjoint i64 %row, 4
  %from.4 = getelementptr float, ptr %in, i64 %at.4
  %to.4 = getelementptr float, ptr %out, i64 %at.4
  %at.5 = or disjoint i64 %row, 5
  %from.5 = getelementptr float, ptr %in, i64 %at.5
  %to.5 = getelementptr float, ptr %out, i64 %at.5
  %at.6 = or disjoint i64 %row, 6
  %from.6 = getelementptr float, ptr %in, i64 %at.6
  %to.6 = getelementptr float, ptr %out, i64 %at.6
  %at.7 = or disjoint i64 %row, 7
  %from.7 = getelementptr float, ptr %in, i64 %at.7
  %to.7 = getelementptr float, ptr %out, i64 %at.7
  %at.8 = or disjoint i64 %row, 8
  %from.8 = getelementptr float, ptr %in, i64 %at.8
  %to.8 = getelementptr float, ptr %out, i64 %at.8
  %at.9 = or disjoint i64 %row, 9
  %from.9 = getelementptr float, ptr %in, i64 %at.9
  %to.9 = getelementptr float, ptr %out, i64 %at.9
  %at.10 = or disjoint i64 %row, 10
  %from.10 = getelementptr float, ptr %in, i64 %at.10
  %to.10 = getelementptr float, ptr %out, i64 %at.10
  %at.11 = or disjoint i64 %row, 11
  %from.11 = getelementptr float, ptr %in, i64 %at.11
  %to.11 = getelementptr float, ptr %out, i64 %at.11
  %at.12 = or disjoint i64 %row, 12
  %from.12 = getelementptr float, ptr %in, i64 %at.12
  %to.12 = getelementptr float, ptr %out, i64 %at.12
  %at.13 = or disjoint i64 %row, 13
  %from.13 = getelementptr float, ptr %in, i64 %at.13
  %to.13 = getelementptr float, ptr %out, i64 %at.13
  %at.14 = or disjoint i64 %row, 14
  %from.14 = getelementptr float, ptr %in, i64 %at.14
  %to.14 = getelementptr float, ptr %out, i64 %at.14
  %at.15 = or disjoint i64 %row, 15
  %from.15 = getelementptr float, ptr %in, i64 %at.15
  %to.15 = getelementptr float, ptr %out, i64 %at.15
  %v.0 = load float, ptr %from.0
  %v.1 = load float, ptr %from.1
  %v.2 = load float, ptr %from.2
  %v.3 = load float, ptr %from.3
  %v.4 = load float, ptr %from.4
  %v.5 = load float, ptr %from.5
  %v.6 = load float, ptr %from.6
  %v.7 = load float, ptr %from.7
  %v.8 = load float, ptr %from.8
  %v.9 = load float, ptr %from.9
  %v.10 = load float, ptr %from.10
  %v.11 = load float, ptr %from.11
  %v.12 = load float, ptr %from.12
  %v.13 = load float, ptr %from.13
  %v.14 = load float, ptr %from.14
  %v.15 = load float, ptr %from.15
  store float %v.15, ptr %to.0
  store float %v.14, ptr %to.1
  store float %v.13, ptr %to.2
  store float %v.12, ptr %to.3
  store float %v.11, ptr %to.4
  store float %v.10, ptr %to.5
  store float %v.9, ptr %to.6
  store float %v.8, ptr %to.7
  store float %v.7, ptr %to.8
  store float %v.6, ptr %to.9
  store float %v.5, ptr %to.10
  store float %v.4, ptr %to.11
  store float %v.3, ptr %to.12
  store float %v.2, ptr %to.13
  store float %v.1, ptr %to.14
  store float %v.0, ptr %to.15
  ret i32 -1
}
