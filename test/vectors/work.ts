/**
 * Work counters of whole counts by `meet`, with the plan for one thread: compared pairs of halves, by n. They change if
 * the search changes.
 */
export const MEET_WORK: Readonly<Record<number, bigint>> = {
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
};
