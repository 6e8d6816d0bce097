// The failure of a subproblem that outgrows its memory: a code, the amount needed, and the amount available. The kernel
// stops before it writes out of bounds, and returns no count. If smaller lists can help, the kernel clears the failure
// and tries again (countPatterns of meet.ts).

export const NONE: i32 = 0;
/** The lists of the halves outgrew the arena. The amounts are sizes of the whole memory in bytes. */
export const LISTS: i32 = 1;
/** The halves of one column set outgrew the buffer for their keys. The amounts are numbers of keys. */
export const KEYS: i32 = 2;

let latest: i32 = NONE;
let neededAmount: u64 = 0;
let hadAmount: u64 = 0;

/** Records a failure. The failure code determines the unit of `needed` and `had`. */
export function fail(code: i32, needed: u64, had: u64): void {
  latest = code;
  neededAmount = needed;
  hadAmount = had;
}

/** Clears the failure before the next subproblem or another try. */
export function clearFailure(): void {
  latest = NONE;
}

/** Returns the code of the failure, or NONE. */
export function failure(): i32 {
  return latest;
}

/** Returns a lower bound on the amount that the failed subproblem needs. The failure code determines the unit. */
export function needed(): f64 {
  return <f64>neededAmount;
}

/** Returns the amount available, in the same unit. */
export function had(): f64 {
  return <f64>hadAmount;
}
