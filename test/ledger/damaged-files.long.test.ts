import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LocalCounting } from '../../src/count/local-counting.js';
import { LedgerFileError, UsageError } from '../../src/errors/errors.js';
import { type LedgerOptions, openLedger } from '../../src/ledger/open.js';
import { sum } from '../../src/ledger/results.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { planMeet } from '../../src/plan/meet-plan.js';
import type { Plan } from '../../src/plan/plan.js';
import { Run } from '../../src/runs/run.js';
import { temporaryFolder } from './folder.js';
import { countedInTurn, ledgerText } from './ledger-text.js';

const path = temporaryFolder();
const strayLines = ledgerText(planBitmask(9, 3), countedInTurn(planBitmask(9, 3))).split(/(?<=\n)/);

/** Replaces fewer than `most` characters at a random offset. */
function replaceText(text: string, most: number, by: string): string {
  const start = randomInt(text.length);
  return text.slice(0, start) + by + text.slice(start + randomInt(most));
}

/** Replaces up to `most` lines at a random place, which rarely includes the first line. */
function replaceLines(text: string, most: number, ...by: readonly string[]): string {
  const lines = text.split(/(?<=\n)/);
  lines.splice(randomInt(20) === 0 ? 0 : randomInt(1, Math.max(2, lines.length)), randomInt(most + 1), ...by);
  return lines.join('');
}

/** Flips up to eight random bits. */
function flipBits(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  for (let bits = randomInt(1, 9); bits > 0; bits--) {
    const offset = randomInt(bytes.length);
    bytes[offset] = (bytes[offset] ?? 0) ^ (1 << randomInt(8));
  }
  return bytes.toString('latin1');
}

/** Returns an entry with a correct checksum. By default, its subproblem is not in the plan. */
function sealed(plan: Plan, id = 'elsewhere'): string {
  return ledgerText(plan, [{ id, count: 7, work: 7, milliseconds: 1, ended: 0 }]).split(/(?<=\n)/)[1] ?? '';
}

const damages: Readonly<Record<string, (text: string, plan: Plan) => string>> = {
  'flipped bits': flipBits,
  truncated: (text) => text.slice(0, randomInt(text.length)),
  'characters lost': (text) => replaceText(text, 200, ''),
  garbage: (text) => replaceText(text, 200, String.fromCharCode(...Array.from({ length: 99 }, () => randomInt(256)))),
  'zeros at the end': (text) => text.slice(0, randomInt(text.length)) + '\0'.repeat(randomInt(1, 4096)),
  'lines lost': (text) => replaceLines(text, 3),
  'a copied line': (text) => replaceLines(text, 1, text.split(/(?<=\n)/)[randomInt(20)] ?? ''),
  'lines of another plan': (text) => replaceLines(text, 2, ...strayLines.slice(0, randomInt(5))),
  'a contradiction': (text, plan) => replaceLines(text, 0, sealed(plan, plan.subproblems[0]?.id)),
  'an unknown subproblem': (text, plan) => replaceLines(text, 0, sealed(plan)),
  'CR LF': (text) => text.replaceAll('\n', '\r\n'),
  'the file twice': (text) => text + text,
};

test.each<[string, Plan]>([
  ['bitmask', planBitmask(9, 2)],
  ['meet', planMeet(9, { threads: 4 })],
])('1,000 damaged files of %s give the exact total, or an error and an unchanged file', async (name, plan) => {
  const all = openLedger(path(name), 9, {}, {}, plan);
  await new LocalCounting({ plan, run: new Run(plan, all), machine: { threads: 1 } }).finish();
  await all.close();
  const partials = [...all.values()];
  const whole = readFileSync(path(name), 'latin1');
  const file = path(`${name} damaged`);

  /** Adds the missing results. @returns the total or an error message. After an error the file must be unchanged. */
  async function total(opening: LedgerOptions = {}): Promise<bigint | string> {
    const before = readFileSync(file);
    try {
      const results = openLedger(file, 9, {}, opening, plan);
      const isSame = results.plan.hash === plan.hash;
      for (const partial of partials) if (isSame && !results.get(partial.id)) results.add(partial);
      await results.close();
      if (!isSame) return 'line 1 is that of another plan';
      return sum(plan, results).count;
    } catch (error) {
      if (!(error instanceof LedgerFileError || error instanceof UsageError)) throw error;
      expect(readFileSync(file).equals(before)).toBe(true);
      expect(error.message).not.toContain('\n');
      return error.message;
    }
  }

  const kinds = Object.entries(damages);
  for (const [kind, damage] of Array.from({ length: Math.ceil(1000 / kinds.length) }, () => kinds).flat()) {
    writeFileSync(file, damage(whole, plan), 'latin1');
    let outcome = await total();
    if (typeof outcome === 'string') outcome = await total({ repair: true });
    const drop = typeof outcome === 'string' ? /--drop (\S+)/.exec(outcome)?.[1]?.split(',') : undefined;
    if (drop) outcome = await total({ repair: true, drop });
    if (typeof outcome === 'bigint') expect(outcome, kind).toBe(352n);
    else expect(outcome, kind).toMatch(/line 1|is empty|not a ledger file|line endings|is for (n|depth|algorithm)/);
  }
});
