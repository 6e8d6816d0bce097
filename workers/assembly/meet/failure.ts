// A subproblem that outgrows its memory fails, in words: what outgrew, how much it needed, how much there was.
// Nothing is written out of bounds before that, and no count comes of it. Where smaller lists can do (countInHalves of
// meet-wide.ts), the failure is cleared and they are tried.

/** All went well. */
export const NONE: i32 = 0;
/** The lists of the half placements outgrew the arena; figures in bytes of memory as a whole. */
export const LISTS: i32 = 1;
/** The half placements of one column set outgrew the buffer for their keys; figures in keys. */
export const KEYS: i32 = 2;
/** The system does not grant the memory asked for; figures in bytes. */
export const GRANT: i32 = 3;

let what: i32 = NONE;
let neededAmount: u64 = 0;
let hadAmount: u64 = 0;

/** Notes the failure, which stays until it is cleared; `needed` and `had` are in the unit of the code. */
export function fail(code: i32, needed: u64, had: u64): void {
  what = code;
  neededAmount = needed;
  hadAmount = had;
}

/** For the next subproblem, or another try. */
export function clearFailure(): void {
  what = NONE;
}

/** The code of the failure, NONE if there was none. */
export function failure(): i32 {
  return what;
}

/** How much the failed subproblem may need, at least as far as was seen, in the unit of the code. */
export function needed(): f64 {
  return <f64>neededAmount;
}

/** How much there was of it. */
export function had(): f64 {
  return <f64>hadAmount;
}
