import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LedgerFileError } from '../../../src/core/errors/errors.js';
import { planMeetCut } from '../../../src/core/plan/meet-plan.js';
import type { Part } from '../../../src/core/plan/part.js';
import type { Plan } from '../../../src/core/plan/plan.js';
import { runSteps } from '../../../src/core/plan/steps.js';
import { CheckedLedger } from '../../../src/core/results/checked-ledger.js';
import { findPlanOfLines, repairFirstLine } from '../../../src/core/results/first-line.js';
import { parseHeader } from '../../../src/core/results/header.js';
import { planBitmask } from '../plan/plans.js';
import { countedInTurn, ledgerText } from './ledger-text.js';

const bitmask = planBitmask(9, 2);
const meet = runSteps(planMeetCut(9, 4));
const part: Part = { k: 1, m: 2 };

/** Returns the ledger of a plan with all results, its header, and the length of its first line without the LF. */
function ledgerOf(plan: Plan) {
  const bytes = Buffer.from(ledgerText(plan, countedInTurn(plan), part));
  return { plan, bytes, header: parseHeader(bytes, 'right'), length: bytes.indexOf('\n') };
}
const LEDGERS = [bitmask, meet].map(ledgerOf);

/** Repairs a ledger as a count with --repair does, whose plan would be `known`. Returns its header and results. */
function repair(bytes: Uint8Array, known: Plan, header = LEDGERS[0]?.header) {
  if (!header) throw new Error('there is no ledger');
  const plan = runSteps(findPlanOfLines(bytes, known));
  const { n, algorithm, options, hash: planHash, subproblems } = plan;
  const rebuilt = { ...header, n, algorithm, options, planHash, subproblems: subproblems.length };
  const ledger = new CheckedLedger('repaired', { repair: true });
  ledger.read(repairFirstLine(bytes, 'repaired', rebuilt));
  return { header: ledger.header, results: [...ledger.results.values()] };
}

/** Ways to damage a first line of some length. */
const DAMAGE = {
  'a flipped bit': (bytes: Buffer, at: number, bit: number) => {
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit % 8));
    return bytes;
  },
  zeros: (bytes: Buffer, at: number, size: number) => bytes.fill(0, at, at + size),
  'the bytes of other lines': (bytes: Buffer, at: number, size: number) => {
    bytes.copy(bytes, at, bytes.length - size);
    return bytes;
  },
  'missing bytes': (bytes: Buffer, at: number, size: number) =>
    Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + size)]),
};

describe.each(Object.entries(DAMAGE))('a first line with %s', (_, damage) => {
  test('is rebuilt exactly if most other lines are left, whatever the damage', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LEDGERS),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        ({ plan, bytes, header, length }, where, size) => {
          const at = Math.floor(where * length); // the last is the LF, so the second line can be lost, too
          const damaged = damage(Buffer.from(bytes), at, size);
          const repaired = repair(damaged, plan);
          expect(repaired.header).toEqual(header);
          const all = countedInTurn(plan);
          expect(all).toEqual(expect.arrayContaining(repaired.results));
          const lost = Math.ceil(Math.max(0, at + size - length) / 20); // a line has at least 20 bytes
          expect(repaired.results.length).toBeGreaterThanOrEqual(all.length - lost - 1);
        },
      ),
      { numRuns: 250 },
    );
  });
});

test('the plan is found among all plans for n, whatever the plan of the command line', () => {
  for (const { plan, bytes, header } of LEDGERS) {
    for (const known of [planBitmask(9, 3), runSteps(planMeetCut(9, 0))]) {
      const repaired = repair(Buffer.from(bytes.toString().replace('"n":9', '"n":8')), known);
      expect(repaired).toEqual({ header, results: countedInTurn(plan) });
    }
  }
});

test.each<[string, (text: string) => string, Plan, string]>([
  ['of another n', (text) => text, planBitmask(8, 2), 'most other lines do not belong to a count of n = 8'],
  ['without other lines', (text) => text.replace(/\n.*/s, '\n'), bitmask, 'do not belong to a count of n = 9'],
  ['without a line ending', (text) => text.replace(/\n.*/s, ''), bitmask, 'line 1 is incomplete'],
  ['with changed line endings', (text) => text.replaceAll('\n', '\r\n'), bitmask, 'line endings were changed'],
])('a damaged ledger %s is refused', (_, change, known, message) => {
  const text = change(ledgerText(bitmask, countedInTurn(bitmask)).replace('"n":9', '"n":7'));
  const repairing = () => repair(Buffer.from(text), known);
  expect(repairing).toThrow(LedgerFileError);
  expect(repairing).toThrow(message);
});

test('a first line of another schema, whose checksum is right, is not replaced', () => {
  const text = ledgerText(bitmask, countedInTurn(bitmask));
  expect(repairFirstLine(Buffer.from(text), 'right', ledgerOf(bitmask).header)).toEqual(Buffer.from(text));
});
