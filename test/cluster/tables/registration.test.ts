import { expect, test } from 'vitest';
import { checkClock } from '../../../src/cluster/tables/registration.js';
import { UsageError } from '../../../src/core/errors/errors.js';

const LEASE = 30;
const BEFORE = 1e12;
const AFTER = BEFORE + 500; // the answer took half a second

test.each([
  ['right', 200, undefined],
  ['9.9 s behind the clock of the database', 500 + 9900, undefined],
  ['9.9 s ahead', -9900, undefined],
  ['11 s behind', 500 + 11_000, '11s behind'],
  ['11 s ahead', -11_000, '11s ahead of'],
])('with a lease of 30 s, a clock that is %s passes, or is refused', (_, now, difference) => {
  const check = () => checkClock(BEFORE, BEFORE + now, AFTER, LEASE);
  if (difference === undefined) return expect(check).not.toThrow();
  expect(check).toThrow(new UsageError(`this machine's clock is ${difference} the database's clock. Correct it first`));
});
