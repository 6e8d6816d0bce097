import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CheckedLedger } from '../../../src/core/results/checked-ledger.js';
import { totalOf } from '../../../src/core/results/results.js';
import { forgeLedger } from '../../../src/page/runs/forged-ledger.js';

const published = readFileSync(new URL('../../../docs/ledgers/20.ledger', import.meta.url), 'utf8');

function read(text: string) {
  const ledger = new CheckedLedger('ledger');
  ledger.read(new TextEncoder().encode(text));
  expect(ledger.problem).toBeUndefined();
  return ledger.results;
}

test('a forged ledger has the total and the checksums of a true one, and a third of its numbers are wrong', () => {
  const [before, after] = [read(published), read(forgeLedger(published))];
  expect(totalOf(after.plan, after)).toEqual(totalOf(before.plan, before));
  const { subproblems } = before.plan;
  const wrong = subproblems.filter(({ id }) => before.get(id)?.count !== after.get(id)?.count).length;
  expect(wrong % 2).toBe(0);
  expect(wrong / subproblems.length).toBeGreaterThan(0.15);
  expect(wrong / subproblems.length).toBeLessThan(0.55);
});

test('other numbers are wrong each time', () => {
  expect(forgeLedger(published)).not.toBe(forgeLedger(published));
});
