import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countPlan } from '../../src/count/count.js';
import { LedgerFileError, UsageError } from '../../src/errors/errors.js';
import { sum } from '../../src/ledger/ledger.js';
import { type OpenOptions, openLedger } from '../../src/ledger/open.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { planMeet } from '../../src/plan/meet-plan.js';
import type { PartialCount } from '../../src/plan/partial-count.js';
import type { Plan } from '../../src/plan/plan.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ledgerText } from '../ledger/ledger-text.js';

const path = temporaryFolder();

/** Damages for each of the two plans. */
const TRIALS = 10_000;

const foreign = planBitmask(9, 3);
const foreignLines = ledgerText(
  foreign,
  [...foreign.subproblems].map(({ id }) => entry(id, 0)),
).split(/(?<=\n)/);

function entry(id: string, count: number): PartialCount {
  return { id, count, work: count, milliseconds: 1 };
}

/** Ways to damage the bytes of a file, which return other bytes. */
const damages: Readonly<Record<string, (bytes: Buffer, plan: Plan) => Buffer>> = {
  'one wrong bit': (bytes) => flipped(bytes, 1),
  'a few wrong bits': (bytes) => flipped(bytes, randomInt(2, 9)),
  'cut off': (bytes) => bytes.subarray(0, randomInt(bytes.length)),
  'cut out': (bytes) => spliced(bytes, Buffer.alloc(0), randomInt(1, 200)),
  'garbage written over it': (bytes) => spliced(bytes, garbage(), randomInt(200)),
  'zeros written over it': (bytes) => spliced(bytes, Buffer.alloc(randomInt(1, 600)), randomInt(600)),
  'zeros at the end': (bytes) =>
    Buffer.concat([bytes.subarray(0, randomInt(bytes.length)), Buffer.alloc(randomInt(1, 4096))]),
  'a line twice': (bytes) => inLines(bytes, (lines) => void lines.splice(place(lines), 0, lines[place(lines)] ?? '')),
  'lines exchanged': (bytes) => inLines(bytes, swap),
  'a line lost': (bytes) => inLines(bytes, (lines) => void lines.splice(place(lines), 1)),
  'lines of another plan': (bytes) =>
    inLines(bytes, (lines) => void lines.splice(place(lines), randomInt(3), ...foreignLines.slice(0, randomInt(5)))),
  'a contradiction': (bytes, plan) => inLines(bytes, (lines) => void lines.splice(place(lines), 0, sealed(plan, 0, 7))),
  'a subproblem the plan does not have': (bytes, plan) =>
    inLines(bytes, (lines) => void lines.splice(place(lines), 0, sealed(plan, -1, 0))),
  'CR LF': (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
  CR: (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r'), 'latin1'),
  'no line ends': (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', ''), 'latin1'),
  'UTF-8 with a mark': (bytes) => Buffer.concat([Buffer.from('\uFEFF'), bytes]),
  'the file twice': (bytes) => Buffer.concat([bytes, bytes]),
};

function flipped(bytes: Buffer, bits: number): Buffer {
  const other = Buffer.from(bytes);
  for (let bit = 0; bit < bits; bit++) {
    const at = randomInt(8 * other.length);
    other[at >> 3] = (other[at >> 3] ?? 0) ^ (1 << (at & 7));
  }
  return other;
}

function spliced(bytes: Buffer, inserted: Buffer, removed: number): Buffer {
  const at = randomInt(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
}

function garbage(): Buffer {
  return Buffer.from(Array.from({ length: randomInt(1, 200) }, () => randomInt(256)));
}

function inLines(bytes: Buffer, change: (lines: string[]) => void): Buffer {
  const lines = bytes.toString('latin1').split(/(?<=\n)/);
  change(lines);
  return Buffer.from(lines.join(''), 'latin1');
}

/** A line's place in a file; seldom that of the first line. */
function place(lines: readonly string[]): number {
  return randomInt(20) === 0 ? 0 : randomInt(1, Math.max(2, lines.length));
}

function swap(lines: string[]): void {
  const [one, other] = [place(lines), place(lines)];
  [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
}

/** A line with a right checksum of the subproblem at a place, or, for -1, of one that is not there. */
function sealed(plan: Plan, at: number, count: number): string {
  const id = plan.subproblems.at(at)?.id ?? 'elsewhere';
  return ledgerText(plan, [entry(id, count)]).split(/(?<=\n)/)[1] ?? '';
}

test.each<[string, Plan]>([
  ['bitmask', planBitmask(9, 2)],
  ['meet', planMeet(9, { threads: 4 })],
])('%s: 10,000 damaged files give the right total, or an error that keeps the file', async (name, plan) => {
  const truth = new Map<string, PartialCount>();
  const all = openLedger(path(name), { n: 9, options: {}, like: plan });
  await countPlan(plan, { threads: 1 }, all.ledger);
  for (const partial of all.ledger.finished()) truth.set(partial.id, partial);
  all.ledger.close();
  const whole = readFileSync(path(name));
  const file = path(`${name} damaged`);

  /** Counts what a file lacks. Returns the total, or the error, after which the file must be as it was. */
  function total(options: OpenOptions): bigint | string {
    const before = readFileSync(file);
    try {
      const { ledger } = openLedger(file, { n: 9, options: {}, like: plan }, options);
      for (const [id, partial] of truth) if (!ledger.has(id)) ledger.enter(partial);
      const { count } = sum(plan, ledger);
      ledger.close();
      return count;
    } catch (error) {
      if (!(error instanceof LedgerFileError || error instanceof UsageError)) throw error;
      expect(readFileSync(file).equals(before)).toBe(true);
      expect(error.message).not.toContain('\n');
      return error.message;
    }
  }

  const kinds = Object.entries(damages);
  const tally: Record<string, Record<string, number>> = {};
  for (let trial = 0; trial < TRIALS; trial++) {
    const [kind, damage] = kinds[trial % kinds.length] ?? [];
    if (kind === undefined || damage === undefined) continue;
    writeFileSync(file, damage(whole, plan));
    let outcome = total({});
    let how = 'resumed';
    if (typeof outcome === 'string') {
      outcome = total({ repair: true });
      how = 'repaired';
    }
    const drop = typeof outcome === 'string' ? /--drop (\S+)/.exec(outcome)?.[1]?.split(',') : undefined;
    if (drop) {
      outcome = total({ repair: true, drop });
      how = 'dropped';
    }
    if (typeof outcome === 'string') how = 'refused';
    else expect(outcome, kind).toBe(352n);
    if (how === 'refused')
      expect(outcome, kind).toMatch(/line 1|is empty|not a ledger file|line ends|is for (n|depth|algorithm)/);
    tally[kind] = { ...tally[kind], [how]: (tally[kind]?.[how] ?? 0) + 1 };
  }
  console.table(tally);
});
