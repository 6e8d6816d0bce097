import { expect, test } from 'vitest';
import { choosePlan, rebuildPlan } from './plans.js';

// What users have stored. With another hash for the same options, a new version refuses every unfinished ledger and run
// of the old one. With other options for the same arguments, machines with different versions count parts of different
// plans. So a change to a row belongs in the changelog. The last column is the first 16 digits of the hash.
test.each([
  [8, { algorithm: 'meet', threads: 1 }, { splitColumns: 0 }, 3, 'e928c2a319c8c16f'],
  [13, { threads: 64 }, { depth: 2 }, 66, 'e173822855af17ac'],
  [8, { depth: 3 }, { depth: 3 }, 70, 'a6fd8d6c67a50674'],
  [12, { depth: 4 }, { depth: 4 }, 2040, '859df94c03cceac7'],
  [18, { algorithm: 'bitmask', threads: 1 }, { depth: 2 }, 136, '3b8609a99c504e02'],
  [19, { algorithm: 'bitmask', threads: 64 }, { depth: 3 }, 2072, '7f3f3bf8171773cf'],
  [14, { algorithm: 'bitmask', part: { k: 1, m: 100 } }, { depth: 5 }, 27034, 'ca76e2fb8bc04563'],
  [14, {}, { depth: 2 }, 78, 'aadf96e55d21d9b6'],
  [14, { algorithm: 'meet' }, { splitColumns: 0 }, 6, '50b490868eb9170b'],
  [16, { threads: 8 }, { splitColumns: 3 }, 52, '4bde5a2a6a0a5051'],
  [16, { threads: 24 }, { splitColumns: 5 }, 192, '501c892a168fb6fe'],
  [17, { threads: 4 }, { splitColumns: 1 }, 18, '20e691763bc41c62'],
  [17, { threads: 64 }, { splitColumns: 6 }, 480, '4dc18b186c3749dd'],
  [19, { threads: 32 }, { splitColumns: 4 }, 144, '35ec5eefc77611d2'],
  [20, { threads: 64 }, { splitColumns: 2 }, 325, '789b7513875f7474'],
  [21, { threads: 64 }, { splitColumns: 1 }, 370, '0fd15127f3d9b093'],
  [20, { part: { k: 1, m: 16 } }, { splitColumns: 4 }, 1160, 'cc05be6614422ea7'],
  [18, { part: { k: 2, m: 3 } }, { splitColumns: 4 }, 112, 'ad596a453327a115'],
  [22, { threads: 1 }, { splitColumns: 0 }, 1819, '02cf8130ec7f526a'],
  [24, { threads: 4 }, { splitColumns: 0 }, 39390, '17a5dad626999bdd'],
  [26, { threads: 1 }, { splitColumns: 0 }, 57586, '30eeb4ce455c41d3'],
] as const)('the plan of %i queens for %o has not changed', (n, input, options, subproblems, hash) => {
  const plan = choosePlan(n, input);
  expect([plan.options, plan.subproblems.length, plan.hash.slice(0, 16)]).toEqual([options, subproblems, hash]);
});

test('a count of 26 queens from version 0.2.0, with seven band rows, gets its plan back', () => {
  const planHash = 'cbc7fbdef2e3becf0d375ab35cb0446e87e7952a96953f99c2ea57d44674c725';
  const stored = { n: 26, algorithm: 'meet', options: { splitColumns: 0 }, planHash, subproblems: 57586 } as const;
  const plan = rebuildPlan(stored, 'it', 'wait');
  expect(plan.subproblems[0]).toMatchObject({ rowsAbove: 10, bandRows: 7, lastRow: 16 });
  expect(plan.cost).toBeGreaterThan(choosePlan(26).cost);
  expect(plan.cost).toBeLessThan(2 * choosePlan(26).cost);
});
