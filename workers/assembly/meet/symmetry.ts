// Weights of column splits in the plain variant: the board's left-right mirror, and its upside-down mirror, which gives
// the columns of the upper half to the lower one and the other way round, map splits to splits. Of each orbit
//
//     C,   mirror C,   all \ C,   mirror of all \ C          (C: the columns of the upper side)
//
// only one member is counted, for all: that whose key columns make the least mask, and of those with the same key
// columns the least itself. So a subproblem, which has given key columns, can tell by itself.

/** How many splits the split with columns `above` stands for: the size of its orbit (2 or 4), or 0 if not the one. */
export function splitWeight(above: u32, all: u32, n: i32, keyColumns: u32): u32 {
  const mirrored = mirror(above, n);
  const self = order(above, keyColumns);
  if (
    order(mirrored, keyColumns) < self || order(all ^ above, keyColumns) < self || order(all ^ mirrored, keyColumns) < self
  ) {
    return 0;
  }
  return mirrored == above || (all ^ mirrored) == above ? 2 : 4;
}

// @ts-ignore: decorator
@inline
function order(columns: u32, keyColumns: u32): u64 {
  return ((<u64>(columns & keyColumns)) << 32) | columns;
}

/** The mask with column c moved to n - 1 - c. */
function mirror(columns: u32, n: i32): u32 {
  let mirrored: u32 = 0;
  for (let c = 0; c < n; c++) mirrored |= ((columns >> c) & 1) << (n - 1 - c);
  return mirrored;
}
