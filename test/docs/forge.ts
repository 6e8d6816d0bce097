import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { planMeetCut } from '../../src/core/plan/meet-plan.js';
import type { Plan } from '../../src/core/plan/plan.js';
import { runSteps } from '../../src/core/plan/steps.js';
import { createKernel } from '../../workers/kernels.js';
import { planBitmask } from '../core/plan/plans.js';
import { ledgerText } from '../core/results/ledger-text.js';

function countAll(plan: Plan): string {
  return ledgerText(plan, [...plan.subproblems].map(createKernel({ kind: 'reference' })));
}

/** Complete ledgers with right counts. Those of 8 to 10 queens are small enough for brute force. */
export const RIGHT = {
  meet: countAll(runSteps(planMeetCut(10, 0))),
  split: countAll(runSteps(planMeetCut(9, 4))),
  bitmask: countAll(planBitmask(8, 2)),
  large: readFileSync(new URL('../../docs/ledgers/20.ledger', import.meta.url), 'latin1'),
};

/** A change of a right ledger. */
export interface Change {
  /** The ledger: of `meet` without split columns by default. */
  readonly of?: keyof typeof RIGHT;
  /** Fields of the first line. */
  readonly header?: Readonly<Record<string, unknown>>;
  /** Texts in the other lines, each with its replacement. */
  readonly lines?: Readonly<Record<string, string>>;
  /** The beginning of the lines to remove. */
  readonly without?: string;
  /** A line to add. */
  readonly added?: string;
}

/** Returns the text of a changed ledger. All its checksums are right. */
export function forge({ of = 'meet', header: fields = {}, lines = {}, without, added }: Change): string {
  const [first = '', ...others] = RIGHT[of].split('\n').map((line) => line.slice(0, -9));
  const header = { ...JSON.parse(first), ...fields };
  let texts = others.filter((text) => text !== '' && !(without && text.startsWith(without)));
  for (const [text, other] of Object.entries(lines)) texts = texts.map((line) => line.replace(text, other));
  if (added !== undefined) texts.push(added);
  return seal(JSON.stringify(header)) + texts.map((text) => seal(text, header.planHash)).join('');
}

/** Returns a line: a text and its checksum. */
export function seal(text: string, planHash: unknown = ''): string {
  return `${text} ${crc32(`${planHash}${text}`).toString(16).padStart(8, '0')}\n`;
}
