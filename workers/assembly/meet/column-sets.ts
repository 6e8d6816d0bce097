// The column sets of one size, each once, in rising order of their masks.

/**
 * The next larger mask with as many bits set: the lowest run of ones gives its top bit one place up, the rest of the
 * run falls to the low end (Gosper's way). `set` must not be 0.
 */
// @ts-ignore: decorator
@inline
export function nextSameSize(set: u32): u32 {
  const lowest = set & (0 - set);
  const carried = set + lowest;
  return carried | (((set ^ carried) >> 2) >> ctz(lowest));
}
