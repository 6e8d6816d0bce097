/** docs/read.mjs and docs/check.mjs, with which skeptics check ledgers. */
import { describe, expect, test } from 'vitest';
import { listPlan, PUBLISHED } from '../../docs/check.mjs';
import { knownCount } from '../../src/core/board/known-counts.js';
import { planMeetCut } from '../../src/core/plan/meet-plan.js';
import type { Plan } from '../../src/core/plan/plan.js';
import { runSteps } from '../../src/core/plan/steps.js';
import { planBitmask } from '../core/plan/plans.js';
import { DOCS, runDocsProgram, writeLedger } from './docs-program.js';
import { forge, RIGHT } from './forge.js';

/** Returns the output of docs/check.mjs for a ledger. */
function check(text: string, sample = '1000') {
  return runDocsProgram('check.mjs', writeLedger(text), sample);
}

describe('docs/check.mjs', () => {
  test('says what it checked and what it did not', async () => {
    expect(await check(RIGHT.meet)).toMatchObject({
      stdout: [
        '10 queens by meet: 4 of 4 subproblems, no damaged line',
        'together 724 solutions; brute force finds 724; published in A000170: 724',
        '4 random subproblems recounted by brute force: 0 are wrong',
        'not checked: work and times',
      ].join('\n'),
      exitCode: 0,
    });
    expect(await check(RIGHT.bitmask, '5')).toMatchObject({
      stdout: [
        '8 queens by bitmask: 21 of 21 subproblems, no damaged line',
        'together 92 solutions; brute force finds 92; published in A000170: 92',
        '5 random subproblems recounted by brute force: 0 are wrong',
        'not checked: 16 of 21 counts; work and times',
      ].join('\n'),
      exitCode: 0,
    });
  });

  test('adds up a ledger that is too large for brute force', async () => {
    expect(await check(RIGHT.large)).toMatchObject({
      stdout: [
        '20 queens by meet: 90 of 90 subproblems, no damaged line',
        'together 39029188884 solutions; published in A000170: 39029188884',
        'not checked: 90 of 90 counts, because brute force takes too long; work and times',
        'not checked: whether these are the subproblems of the plan',
      ].join('\n'),
      exitCode: 0,
    });
    const { stdout, exitCode } = await runDocsProgram('check.mjs', `${DOCS}ledgers/18.ledger`);
    expect(stdout).toMatch(/\nnot checked: 8 of 8 counts, because brute force takes too long; work and times$/);
    expect(exitCode).toBe(0);
  });

  test('knows the published numbers', () => {
    expect(PUBLISHED.map(BigInt)).toEqual(PUBLISHED.map((_, n) => knownCount(n)));
    expect(knownCount(PUBLISHED.length)).toBeUndefined();
  });

  test('lists the subproblems of a plan', () => {
    const plans: Plan[] = [0, 1, 2, 3, 4, 5, 7, 8].flatMap((n) =>
      [0, 1, 2, 3, 9].map((depth) => planBitmask(n, depth)),
    );
    for (let n = 5; n <= 19; n++)
      for (let split = 0; split <= Math.min(n, 8); split++) plans.push(runSteps(planMeetCut(n, split)));
    for (const plan of plans) {
      const subproblems = plan.subproblems.map(({ cost, ...subproblem }) => subproblem);
      expect(listPlan(plan)).toEqual(subproblems);
    }
  });

  test.each([
    ['an unfinished ledger', forge({ of: 'bitmask', without: '0.4' }), '20 of 21', '20 random subproblems recounted'],
    ['a torn last line', RIGHT.bitmask.slice(0, -3), '20 of 21', '20 random subproblems recounted'],
    ['only the first line', RIGHT.bitmask.replace(/\n.*/s, '\n'), '0 of 21', 'no total\nnot checked'],
  ])('finds no total for %s', async (_, text, size, rest) => {
    const { stdout, exitCode } = await check(text);
    expect(stdout).toContain(`8 queens by bitmask: ${size} subproblems, no damaged line\nincomplete: no total\n`);
    expect(stdout).toContain(rest);
    expect(exitCode).toBe(0);
  });

  test('counts a line once that is there twice', async () => {
    expect((await check(RIGHT.meet + RIGHT.meet.replace(/.*\n/, ''))).stdout).toContain('\ntogether 724 solutions; ');
  });
});

test.each(['', 'abc', '0', '-1', '1.5', '1e3', '0x10'])('docs/check.mjs refuses the sample "%s"', async (sample) => {
  expect(await check(RIGHT.meet, sample)).toMatchObject({
    stderr: 'usage: node check.mjs FILE [SAMPLE], with a SAMPLE of at least 1',
    stdout: '',
    exitCode: 2,
  });
});

describe.each(['read.mjs', 'check.mjs'])('docs/%s', (program) => {
  test.each([
    ['the file is empty, or its first line is torn', ''],
    ['the file is empty, or its first line is torn', RIGHT.meet.slice(0, 100)],
    ['line 1 is damaged', RIGHT.meet.replace('"n":10', '"n":11')],
    ['line 1 is damaged', RIGHT.meet.replaceAll('\n', '\r\n')],
    ['line 1 is damaged', `\uFEFF${RIGHT.meet}`],
    ['line 3 is damaged', RIGHT.meet.replace('7-0 0', '7-0 8')],
    ['line 6 is damaged', `${RIGHT.meet}x\n0.2`],
    ['line 6 is damaged', RIGHT.meet + RIGHT.bitmask],
  ])('says that %s', async (answer, text) => {
    const { stderr, exitCode } = await runDocsProgram(program, writeLedger(text));
    expect(stderr).toContain(answer);
    expect(exitCode).toBe(1);
  });

  test.each([
    ['', `usage: node ${program} FILE`],
    ['--help', `usage: node ${program} FILE`],
    ['1.ledger 2 3', `usage: node ${program} FILE`],
    ['no.ledger', 'ENOENT: '],
    ['/', 'EISDIR: '],
  ])('ends with exit code 2 after "%s"', async (words, answer) => {
    const { stdout, stderr, exitCode } = await runDocsProgram(program, ...words.split(' ').filter(Boolean));
    expect(stderr.startsWith(answer), stderr).toBe(true);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });
});
