import { blockSize, countFits, isFew, prepareBlock } from './banded-join';
import { countFitsDirectly } from './few-keys';
import { Keys } from './last-row';
import { MATRIX_KEYS, QUERY_KEYS } from './layout';

/** Weighted pairs that fit: `strict` for every pair of strict keys, `tie` for every other. */
export function joinKeys(queries: Keys, matrix: Keys, strict: u32, tie: u32): u64 {
  let result: u64 = 0;
  if (matrix.strict) result += countPart(0, matrix.strict, queries, strict, tie);
  if (matrix.all > matrix.strict) result += countPart(matrix.strict, matrix.all, queries, tie, tie);
  return result;
}

function countPart(first: u32, end: u32, queries: Keys, withStrict: u32, withTie: u32): u64 {
  let result: u64 = 0;
  let size: u32 = 0;
  const middle = QUERY_KEYS + (<usize>queries.strict << 1);
  const queriesEnd = QUERY_KEYS + (<usize>queries.all << 1);
  for (; first < end; first += size) {
    size = blockSize(end - first);
    const keys = MATRIX_KEYS + (<usize>first << 1);
    if (isFew(size)) {
      result += withStrict * countFitsDirectly(QUERY_KEYS, middle, keys, size);
      if (queriesEnd > middle) result += withTie * countFitsDirectly(middle, queriesEnd, keys, size);
    } else {
      prepareBlock(keys, size);
      result += withStrict * countFits(QUERY_KEYS, middle, size) + withTie * countFits(middle, queriesEnd, size);
    }
  }
  return result;
}
