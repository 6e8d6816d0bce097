// Loops over the column sets of one size, in ascending order of their masks.

/** Returns the first column set with `size` columns (0 to 31). */
export function firstOfSize(size: i32): u32 {
  return ((<u32>1) << size) - 1;
}

/**
 * Returns the next larger mask with as many 1 bits (Gosper's hack). In the lowest block of 1 bits, the top bit moves up
 * by one, and the other bits move to the low end. For the empty set, returns a mask of all bits, which ends the loop.
 */
export function nextSameSize(set: u32): u32 {
  if (!set) return 0xffffffff;
  const lowest = set & (0 - set);
  const carried = set + lowest;
  return carried | (((set ^ carried) >> 2) >> ctz(lowest));
}
