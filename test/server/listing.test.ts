import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { partOf, sizeOfPart } from '../../src/plan/part.js';
import type { RunSummary } from '../../src/runs/run-update.js';
import { makeKernel } from '../../workers/kernels.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { request, updateOf } from './request.js';
import { startServer } from './served.js';

const plan = planBitmask(8, 2);
const partials = [...plan.subproblems].map(makeKernel({}));
const pathOf = temporaryFolder();
let address = '';
beforeAll(async () => {
  mkdirSync(pathOf('data'));
  ({ address } = await startServer({ data: pathOf('data') }));
});

async function list(): Promise<{ runs: RunSummary[]; notes: string[] }> {
  return JSON.parse((await request(address, '/api/runs')).body);
}
async function listed(name: string): Promise<RunSummary | undefined> {
  return (await list()).runs.find((run) => run.name === name);
}

test('the list has the number of finished subproblems while a file grows and after it is replaced', async () => {
  const file = pathOf('data/grows');
  const lines = ledgerText(plan, partials).split(/(?<=\n)/);
  writeFileSync(file, lines.slice(0, 4).join('') + lines[4]?.slice(0, 9)); // half a line
  for (const _ of [1, 2]) expect(await listed('grows')).toMatchObject({ finished: 3 });
  appendFileSync(file, `${lines[4]?.slice(9)}damaged\n${lines[5]}`);
  expect(await listed('grows')).toMatchObject({ finished: 5 });
  writeFileSync(file, lines.slice(0, 2).join(''));
  expect(await listed('grows')).toMatchObject({ finished: 1 });
});

test('the list counts each subproblem once, and has the state and the time of the last change', async () => {
  const lines = ledgerText(plan, partials).split(/(?<=\n)/);
  writeFileSync(pathOf('data/twice'), lines.slice(0, 5).join('') + lines[4] + lines[4]);
  expect(await listed('twice')).toMatchObject({ finished: 4, state: 'counting' });
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(pathOf('data/twice'), hourAgo, hourAgo);
  expect(await listed('twice')).toMatchObject({ state: 'idle', changed: hourAgo.getTime() });
  writeFileSync(pathOf('data/done'), lines.join(''));
  expect(await listed('done')).toMatchObject({ finished: partials.length, state: 'finished', fraction: 1 });
});

test('the list has the finished fraction of a file that the page follows', async () => {
  writeFileSync(pathOf('data/followed'), ledgerText(plan, partials.slice(0, 7)));
  expect(await listed('followed')).not.toHaveProperty('fraction');
  const { figures } = await updateOf(address, 'file/followed');
  const done = plan.subproblems.slice(0, 7).reduce((sum, { cost }) => sum + cost, 0);
  expect(figures.fraction).toBeCloseTo(done / plan.cost);
  expect(await listed('followed')).toMatchObject({ fraction: figures.fraction });
});

test('the list has the number of subproblems in a part', async () => {
  for (let k = 1; k <= 5; k++) {
    const part = { k, m: 5 };
    expect(sizeOfPart(plan.subproblems.length, part)).toBe(partOf(plan, part).subproblems.length);
  }
  const part = { k: 2, m: 3 };
  const share = partOf(plan, part);
  writeFileSync(pathOf('data/part'), ledgerText(plan, [...share.subproblems].map(makeKernel({})), part));
  const { length } = share.subproblems;
  expect(await listed('part')).toMatchObject({
    ...{ source: 'file', name: 'part', n: 8, algorithm: 'bitmask', part: '2/3' },
    ...{ subproblems: length, finished: length },
  });
});

test('the list has the number of files that are not ledgers', async () => {
  expect((await list()).notes).toEqual([]);
  writeFileSync(pathOf('data/text'), 'not a ledger\n');
  writeFileSync(pathOf('data/empty'), '');
  expect((await list()).notes).toEqual(['Skipped 2 files in the folder that queens-par cannot read as a ledger.']);
});
