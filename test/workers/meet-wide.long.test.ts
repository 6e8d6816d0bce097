import { test } from 'vitest';
import { expectEqualTallies } from './wide-pieces.js';

test('the wide kernel has the tallies of the plain one for 3,000 random pieces', () => {
  expectEqualTallies(3000);
});
