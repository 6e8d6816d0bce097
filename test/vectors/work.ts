import type { Algorithm } from '../../src/plan/subproblem.js';

/**
 * Work counters of whole counts by n. They change if the search changes. `bitmask` at depth 2 counts queens placed below the
 * second row: A319283 without the first three terms of A319284. `meet` with the plan for one thread counts compared pairs of
 * halves.
 */
export const WORK: Readonly<Record<Algorithm, Readonly<Record<number, bigint>>>> = {
  bitmask: {
    8: 2_006n,
    9: 8_328n,
    10: 35_456n,
    11: 166_824n,
    12: 856_066n,
    13: 4_674_744n,
    14: 27_358_382n,
    15: 171_128_874n,
    16: 1_141_190_076n,
    17: 8_017_021_674n,
  },
  meet: {
    8: 66n,
    9: 316n,
    10: 1_769n,
    11: 9_535n,
    12: 72_163n,
    13: 506_412n,
    14: 4_478_396n,
    15: 37_453_694n,
    16: 379_333_602n,
    17: 3_628_017_322n,
    18: 41_186_772_638n,
  },
};
