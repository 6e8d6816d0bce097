// The column sets of one size, each once, in rising order of their masks.

/** Returns the first column set of a size, 0 to 31. */
export function firstOfSize(size: i32): u32 {
  return ((<u32>1) << size) - 1;
}

/**
 * Returns the next larger mask with as many bits (Gosper's hack): the top bit of the lowest run of ones moves up by one, the
 * rest of the run moves to the low end. After the empty set, the only one of its size, comes a mask of all bits.
 */
export function nextSameSize(set: u32): u32 {
  if (!set) return 0xffffffff;
  const lowest = set & (0 - set);
  const carried = set + lowest;
  return carried | (((set ^ carried) >> 2) >> ctz(lowest));
}
