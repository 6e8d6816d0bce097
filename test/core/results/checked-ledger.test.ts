import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LedgerFileError, UsageError } from '../../../src/core/errors/errors.js';
import type { Plan } from '../../../src/core/plan/plan.js';
import { CheckedLedger } from '../../../src/core/results/checked-ledger.js';
import { addChecksum } from '../../../src/core/results/line.js';
import { planBitmask, planMeet } from '../plan/plans.js';
import { countedInTurn, ledgerText } from './ledger-text.js';

const plan = planBitmask(9, 2);
const partials = countedInTurn(plan);
const ids = partials.map(({ id }) => id);
const whole = ledgerText(plan, partials);
const firstEnd = whole.indexOf('\n') + 1;

const bytes = (text: string) => Buffer.from(text, 'latin1');

/** Returns the ids of the entries, or the message of an expected error. */
function read(text: string): string[] | string {
  try {
    const ledger = new CheckedLedger('f.ledger');
    const ids = ledger.read(bytes(text))?.map(({ id }) => id);
    return ledger.problem?.message ?? ids ?? 'replaced';
  } catch (error) {
    if (error instanceof UsageError || error instanceof LedgerFileError) return error.message;
    throw error;
  }
}

test.each<[string, Plan]>([
  ['bitmask', planBitmask(5, 0)],
  ['meet', planMeet(18, { threads: 64 })],
])('the reader returns the plan and the results in a ledger file of %s', (_, plan) => {
  const partials = countedInTurn(plan).map((partial) => ({ ...partial, count: 0, milliseconds: 1234.567 }));
  const ledger = new CheckedLedger('file');
  expect(ledger.read(bytes(ledgerText(plan, partials)))).toEqual(partials);
  expect(ledger.results.plan).toEqual(plan);
});

test('a result that occurs twice counts once', () => {
  expect(read(ledgerText(plan, [...partials, ...partials.slice(0, 5)]))).toEqual(ids);
});

test('a file with a truncated first line is refused', () => {
  for (const length of [0, 1, 40, firstEnd - 1]) expect(read(whole.slice(0, length))).toContain('f.ledger');
});

test('garbage after the last line is ignored', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (garbage) => {
      const tail = Buffer.from(garbage).toString('latin1').replaceAll('\n', '\0');
      expect(read(whole + tail)).toEqual(ids);
    }),
  );
});

test('a flipped bit is detected at each of 1,000 random positions', () => {
  const places = fc.noBias(fc.integer({ min: 0, max: 8 * whole.length - 1 }));
  fc.assert(
    fc.property(places, (bit) => {
      const bytes = Buffer.from(whole);
      const offset = bit >> 3;
      bytes[offset] = (bytes[offset] ?? 0) ^ (1 << (bit & 7));
      const found = read(bytes.toString('latin1'));
      if (typeof found === 'string') return;
      // A damaged last line is treated as a torn one. A damaged LF also makes the next line unreadable.
      expect(offset).toBeGreaterThanOrEqual(whole.lastIndexOf('\n', whole.length - 2));
      expect(found.length).toBeLessThan(ids.length);
      expect(found).toEqual(ids.slice(0, found.length));
    }),
    { numRuns: 1000 },
  );
});

test('a last line with a wrong checksum is left out as torn, and is damaged once another line follows it', () => {
  const last = whole.lastIndexOf('\n', whole.length - 2) + 1;
  const wrong = `${whole.slice(0, -2)}${whole.at(-2) === '0' ? '1' : '0'}\n`;
  const ledger = new CheckedLedger('f.ledger');
  expect(ledger.read(bytes(wrong))).toHaveLength(ids.length - 1);
  expect([ledger.isTorn, ledger.problem]).toEqual([true, undefined]);
  expect(read(wrong + whole.slice(last))).toContain('line 29 is damaged');
});

test.each(['0.2', '0'])('a damaged line before the torn line %j is refused', (torn) => {
  expect(read(`${whole}x\n${torn}`)).toContain('line 30 is damaged');
});

test('the first of several lines that begin another ledger is named', () => {
  expect(read(whole.repeat(3))).toBe(`f.ledger: line ${ids.length + 2} begins another ledger file`);
});

describe('a file that cannot be used is refused', () => {
  const { hash: planHash } = plan;
  const header = { schema: 'queens-par/ledger/3', n: 9, algorithm: 'bitmask', options: { depth: 2 }, planHash };
  const fields = { ...header, subproblems: 28, program: 'p', node: '20' };

  test.each<[Record<string, unknown>, string]>([
    [
      { schema: 'queens-par/ledger/2' },
      'f.ledger: another version of queens-par wrote it (queens-par/ledger/2, not queens-par/ledger/3). Use a new file',
    ],
    [{ schema: { toString: false } }, 'f.ledger: line 1 does not describe a count'],
    [{ program: 'queens-par \u001b[31m' }, 'f.ledger: line 1 does not describe a count'],
    [{ planHash: 'a'.repeat(1000) }, 'f.ledger: line 1 does not describe a count'],
    [{ options: null }, 'f.ledger: line 1 does not describe a count'],
    [{ part: { k: 5, m: 3 } }, 'f.ledger: line 1 does not describe a count'],
    [{ part: { k: 0, m: 3 } }, 'f.ledger: line 1 does not describe a count'],
    [{ subproblems: 29 }, `f.ledger, written by p: its plan has hash ${planHash} and 29 subproblems, but`],
    [{ subproblems: 27 }, `f.ledger, written by p: its plan has hash ${planHash} and 27 subproblems, but`],
    [{ n: 33 }, 'f.ledger, written by p: n must be a whole number from 0 to 32, not 33. Finish it with the version'],
    [{ algorithm: 'other' }, `f.ledger, written by p: its plan has hash ${planHash} and 28 subproblems, but`],
  ])('a first line with %j is refused', (changed, message) => {
    expect(read(addChecksum(JSON.stringify({ ...fields, ...changed })))).toContain(message);
  });

  test('an impossible count is refused', () => {
    const text = ledgerText(plan, [{ id: '0.2', count: 5041, work: 0, milliseconds: 0, ended: 0 }]);
    expect(read(text)).toContain('line 2: subproblem 0.2 reported 5041 solutions, but can have at most 5040');
  });
});

describe('the reader throws only its own errors', () => {
  test('any text is read or refused', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary-ascii', maxLength: 400 }), (text) => void read(text)));
  });

  test('any sealed first line is read or refused', () => {
    const field = fc.constantFrom('schema', 'n', 'algorithm', 'options', 'planHash', 'subproblems', 'part', 'node');
    const header = JSON.parse(whole.slice(0, firstEnd - 10));
    fc.assert(
      fc.property(field, fc.jsonValue(), (name, value) => {
        read(addChecksum(JSON.stringify({ ...header, [name]: value })));
      }),
      { numRuns: 1000 },
    );
  });

  test('lines in any order are refused, or each result is read once', () => {
    const lines = whole.split(/(?<=\n)/);
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...lines), fc.string({ maxLength: 30 }))), (others) => {
        const found = read([lines[0], ...others].join(''));
        if (typeof found !== 'string') expect(new Set(found).size).toBe(found.length);
      }),
    );
  });
});

describe('a reader that resumes', () => {
  test('returns each result once, however the file was cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: firstEnd, max: whole.length })), (cuts) => {
        const ledger = new CheckedLedger('f.ledger');
        const found = [...cuts.toSorted((a, b) => a - b), whole.length].flatMap((cut) => {
          const fresh = ledger.read(bytes(whole.slice(ledger.offset, cut))) ?? [];
          expect(ledger.isTorn).toBe(whole[cut - 1] !== '\n');
          return fresh;
        });
        expect(found).toEqual(partials);
      }),
    );
  });

  test.each<[string, (text: string) => string]>([
    ['shortened', (text) => text.slice(0, -100)],
    ['replaced by another ledger', () => ledgerText(planBitmask(9, 3), countedInTurn(planBitmask(9, 3)))],
    ['replaced by one of the same plan', () => ledgerText(plan, partials.toReversed())],
    ['emptied', () => ''],
  ])('notices that the file was %s', (_, change) => {
    const ledger = new CheckedLedger('f.ledger');
    ledger.read(bytes(whole));
    expect(ledger.read(bytes(change(whole).slice(ledger.offset)))).toBeUndefined();
  });

  test('resumes after a file was rewritten with the same lines and more', () => {
    const ledger = new CheckedLedger('f.ledger');
    expect(ledger.read(bytes(ledgerText(plan, partials.slice(0, 9))))).toHaveLength(9);
    expect(ledger.read(bytes(whole.slice(ledger.offset)))).toEqual(partials.slice(9));
  });

  test('skips a damaged line, reads the lines after it, and tells which line it is', () => {
    const ledger = new CheckedLedger('f.ledger');
    const damaged = whole.replace('\n0.4 2 ', '\n0.4 3 ');
    expect(ledger.read(bytes(damaged))?.map(({ id }) => id)).toEqual(ids.filter((id) => id !== '0.4'));
    expect(ledger.problem).toMatchObject({
      message: 'f.ledger: line 4 is damaged',
      bad: { file: 'f.ledger', n: 9, damaged: [4], subproblems: [] },
    });
  });
});
