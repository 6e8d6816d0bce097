/** Forged ledgers, all with right checksums, for the tests of docs/read.mjs and docs/check.mjs. */
import type { Change } from './forge.js';

/** Values that a field of the first line cannot have in a ledger of 10 queens by `meet`. */
export const IMPOSSIBLE_FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  algorithm: [undefined, 'Meet', 'constructor', 7, ['meet']],
  n: [undefined, null, '10', 10.5, -1, 4, 29, 33],
  options: [
    ...[undefined, null, [], {}, 'splitColumns', { depth: 2 }, { splitColumns: 0, depth: 2 }],
    ...['0', 0.5, -1, 9].map((splitColumns) => ({ splitColumns })),
  ],
  planHash: [undefined, 7, '', 'f'.repeat(63), 'F'.repeat(64), ['f'.repeat(64)]],
  subproblems: [undefined, null, '4', 4.5, -1, 600_001],
  part: [true, 'all', {}, { k: 1 }, { k: 0, m: 4 }, { k: 5, m: 4 }, { k: 1.5, m: 4 }, { k: 1, m: '4' }],
  program: [undefined, 7, '', '\x1b[2J', 'x'.repeat(101)],
};

/** Texts of first lines that describe no plan. */
export const NO_HEADERS = ['null', '7', '"queens"', '[]', '{}', '{', '\x1b[2J', '{"schema":"queens-par/ledger/2"}'];

/** Other names of the subproblem 10-4.2.4-9-0, and names of none. */
export const NO_IDS = [
  ...['10-4.2.4-9-00', '10-4.2.4-09-0', '010-4.2.4-9-0', '10-4.02.4-9-0', '10-4.2.4-9-0x0', '10-4.2.4-9-0-0'],
  ...['10-4.2.4-9-', '10-4.2.4--0', '10-4.2.4-9', '1e1-4.2.4-9-0', '11-4.2.4-9-0', '10-4.2.4-+9-0', '10-4.2.4-9.-0'],
  ...['10-4.2.4-9-A', '10-4.2.4-9-0,', '"10-4.2.4-9-0"', 'board', '9', 'constructor', '10-4.2.4-9-0'.padEnd(101, '0')],
];

/** Lines that are no entries. */
export const NO_ENTRIES = [
  ...['', 'x', '10-4.2.4-9-0', '10-4.2.4-9-0 560 1126 1.000', '10-4.2.4-9-0 560 1126 1.000 9 9'],
  ...['560 ', ' 560', '0560', '+560', '-560', '560.0', '56e1', '0x230', '', 'NaN', '9007199254740992'].map(
    (count) => `10-4.2.4-9-0 ${count} 1126 1.000 9`,
  ),
  ...['-1', '01', '1.5', '9007199254740992'].map((work) => `10-4.2.4-9-0 560 ${work} 1.000 9`),
  ...['1', '1.00', '-1.000', '1e3', '1234567890123.000'].map((time) => `10-4.2.4-9-0 560 1126 ${time} 9`),
  ...['-1', '09', '9.5', '1234567890123456'].map((end) => `10-4.2.4-9-0 560 1126 1.000 ${end}`),
];

/** A forged ledger: a name, a change of a right one, and what docs/check.mjs says. */
type Forgery = readonly [name: string, change: Change, answer: string];

/** Replaces the id of a subproblem with one that the plan does not contain. */
function rename(of: 'meet' | 'bitmask', name: string, id: string): Forgery {
  const before = { meet: '10-4.2.4-9-0', bitmask: '0.4' }[of];
  return [name, { of, lines: { [`${before} `]: `${id} ` } }, `${id} is not a subproblem of the plan`];
}

const LAST = '10-4.2.4-9-0';

/** Ledgers whose subproblems are not those of the plan. */
export const OTHER_PLANS: readonly Forgery[] = [
  [
    'a line is missing in a smaller plan',
    { without: LAST, header: { subproblems: 3 } },
    'the plan has 4 subproblems, not 3',
  ],
  [
    'a line is missing in a smaller plan, and another has its solutions',
    { without: LAST, header: { subproblems: 3 }, lines: { '8-0 164': '8-0 724' } },
    'the plan has 4 subproblems, not 3',
  ],
  [
    'a line without solutions is missing in a smaller plan',
    { without: '10-4.2.4-6-0', header: { subproblems: 3 } },
    'the plan has 4 subproblems, not 3',
  ],
  ['there are no subproblems', { without: '10-', header: { subproblems: 0 } }, 'the plan has 4 subproblems, not 0'],
  ['there are more lines than subproblems', { header: { subproblems: 3 } }, '4 ids, but 3 subproblems'],
  ['there are fewer lines than subproblems', { header: { subproblems: 5 } }, 'the plan has 4 subproblems, not 5'],
  [
    'a subproblem is there twice, under two names',
    { added: '10-4.2.4-9-00 560 1126 1.000 9', header: { subproblems: 5 } },
    'line 6: 10-4.2.4-9-00 is not the id of a subproblem',
  ],
  ['a subproblem has two counts', { added: `${LAST} 164 1126 1.000 9` }, `${LAST} has two different counts`],
  rename('meet', 'a subproblem has another band', '10-3.3.4-9-0'),
  rename('meet', 'a subproblem has another last row', '10-4.2.5-9-0'),
  rename('meet', 'a subproblem has two queens', '10-4.2.4-9.2-0'),
  rename('meet', 'a subproblem is in the other half', '10-4.2.4-0-0'),
  rename('meet', 'a subproblem is beyond the board', '10-4.2.4-10-0'),
  rename('meet', 'a subproblem has a column below, which the plan does not split', '10-4.2.4-9-10'),
  [
    'another number of columns is split',
    { header: { options: { splitColumns: 1 } } },
    'the plan has 8 subproblems, not 4',
  ],
  [
    'more columns are split than the board has',
    { header: { n: 7, options: { splitColumns: 8 } } },
    'line 1 has no possible value for options',
  ],
  ['the hash is of no plan', { header: { planHash: 'f'.repeat(64) } }, 'the hash of the plan is 6f04386c31fcd2c1'],
  ['an id is in upper case', { of: 'split', lines: { '-28 ': '-2A ' } }, '-2A is not the id of a subproblem'],
  rename('bitmask', 'the queens of a prefix attack each other', '0.1'),
  rename('bitmask', 'a prefix is the mirror image of another', '7.5'),
  rename('bitmask', 'a prefix has too few rows', '0'),
  rename('bitmask', 'a prefix has too many rows', '0.4.1'),
  rename('bitmask', 'a prefix is beyond the board', '0.8'),
  rename('bitmask', 'a prefix is empty', 'board'),
  ...['00.4', '0.04', '0.', '.4', '0.4.', '0-4', '0.0x4', 'Board'].map((id): Forgery => {
    return [`the prefix 0.4 is called ${id}`, { of: 'bitmask', lines: { '0.4 ': `${id} ` } }, `${id} is not the id`];
  }),
  ['a prefix is missing in a smaller plan', { of: 'bitmask', without: '0.4', header: { subproblems: 20 } }, 'has 21'],
  ['the plan is of another board', { of: 'bitmask', header: { n: 9 } }, 'the plan has 28 subproblems, not 21'],
  ['the plan has another depth', { of: 'bitmask', header: { options: { depth: 3 } } }, 'the plan has 70'],
  [
    'the plan is too large',
    { of: 'bitmask', header: { n: 32, options: { depth: 32 } } },
    'more than 200,000 subproblems',
  ],
  [
    'the algorithm is the other one',
    { of: 'bitmask', header: { algorithm: 'meet', options: { splitColumns: 0 } } },
    'is not the id of a subproblem',
  ],
];

/** Ledgers with wrong counts, which only brute force or the published number can reveal. */
export const WRONG_COUNTS: readonly Forgery[] = [
  ['a count is too large', { lines: { '9-0 560': '9-0 568' } }, `${LAST}: 568 in the file, 560 by brute force\n`],
  ['a count is 0', { lines: { '8-0 164': '8-0 0' } }, 'together 560 solutions; brute force finds 724; '],
  [
    'all counts are 0',
    { lines: { '8-0 164': '8-0 0', '9-0 560': '9-0 0' } },
    'together 0 solutions; brute force finds 724; published in A000170: 724\n',
  ],
  ['two counts are swapped', { lines: { '8-0 164': '8-0 560', '9-0 560': '9-0 164' } }, ': 2 are wrong\n'],
  ['two wrong counts have the right sum', { lines: { '7-0 0': '7-0 4', '8-0 164': '8-0 160' } }, ': 2 are wrong\n'],
  [
    'a count is as large as can be',
    { lines: { '9-0 560': `9-0 ${2 ** 53 - 1}` } },
    'together 9007199254741155 solutions',
  ],
  ['a count of an unfinished ledger is wrong', { without: LAST, lines: { '8-0 164': '8-0 724' } }, ': 1 are wrong\n'],
  [
    'a large ledger lacks a line, and has a smaller number of subproblems',
    { of: 'large', without: '20-9.3.11-19.0-0', header: { subproblems: 89 } },
    'together 38184661136 solutions; published in A000170: 39029188884\n',
  ],
  ['a count of bitmask is too small', { of: 'bitmask', lines: { '0.4 1': '0.4 0' } }, 'together 90 solutions; '],
];
