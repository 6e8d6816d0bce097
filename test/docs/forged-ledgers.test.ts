/** docs/read.mjs and docs/check.mjs refuse forged ledgers, although all checksums are right. */
import { describe, expect, test } from 'vitest';
import { readLedger } from '../../docs/read.mjs';
import { CheckedLedger } from '../../src/core/results/checked-ledger.js';
import { runDocsProgram, writeLedger } from './docs-program.js';
import { forge, RIGHT, seal } from './forge.js';
import { IMPOSSIBLE_FIELDS, NO_ENTRIES, NO_HEADERS, NO_IDS, OTHER_PLANS, WRONG_COUNTS } from './forgeries.js';

/** Checks that both docs/read.mjs, with this message, and queens-par refuse a ledger. */
function expectRefused(text: string, message: string | RegExp): void {
  expect(() => readLedger(writeLedger(text)), text).toThrow(message);
  expect(isRefused(text), text).toBe(true);
}

/** Returns whether queens-par refuses a ledger. */
function isRefused(text: string): boolean {
  const ledger = new CheckedLedger('a forgery');
  try {
    ledger.read(Buffer.from(text));
  } catch {
    return true;
  }
  return ledger.problem !== undefined;
}

/** Returns the output of docs/check.mjs for a ledger, with all subproblems recounted. */
function check(text: string) {
  return runDocsProgram('check.mjs', writeLedger(text), '1000');
}

test.each(Object.entries(IMPOSSIBLE_FIELDS))('%s in the first line must be possible', (name, values) => {
  for (const value of values) {
    expectRefused(forge({ header: { [name]: value } }), `line 1 has no possible value for ${name}`);
  }
});

test.each(NO_HEADERS)('the first line cannot be %j', (first) => {
  expectRefused(seal(first) + RIGHT.meet.replace(/.*\n/, ''), 'line 1 is damaged, or not of a ledger file');
});

test.each(NO_IDS)('a subproblem cannot have the id %s', (id) => {
  const message = /^line 2(: .* is not the id of a subproblem| is damaged)$/;
  expectRefused(forge({ lines: { '10-4.2.4-6-0': id } }), message);
});

test.each(NO_ENTRIES)('a line cannot be "%s"', (line) => {
  expectRefused(forge({ without: '10-4.2.4-9-0', added: line }) + seal('x'), 'line 5 is damaged');
});

describe('docs/check.mjs refuses a ledger', () => {
  test.each(OTHER_PLANS)('if %s, as queens-par does', async (_, change, answer) => {
    const text = forge(change);
    expect(isRefused(text)).toBe(true);
    const { stdout, stderr, exitCode } = await check(text);
    expect(stderr).toContain(answer);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  });

  test.each(WRONG_COUNTS)('if %s', async (_, change, answer) => {
    const { stdout, exitCode } = await check(forge(change));
    expect(stdout).toContain(answer);
    expect(stdout).toMatch(/\nthis ledger is wrong$/);
    expect(exitCode).toBe(1);
  });
});
