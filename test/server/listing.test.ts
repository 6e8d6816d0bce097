import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { partOf, sizeOfPart } from '../../src/plan/part.js';
import type { RunSummary } from '../../src/runs/run-update.js';
import { makeKernel } from '../../workers/kernels.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { post, request } from './request.js';
import { served } from './served.js';

const plan = planBitmask(8, 2);
const partials = [...plan.subproblems].map(makeKernel({}));
const at = temporaryFolder();
let address = '';
beforeAll(async () => {
  mkdirSync(at('data'));
  ({ address } = await served({ data: at('data') }));
});

async function list(): Promise<{ runs: RunSummary[]; notes: string[] }> {
  return JSON.parse((await request(address, '/api/runs')).body);
}
async function finished(name: string): Promise<number | undefined> {
  return (await list()).runs.find((run) => run.name === name)?.finished;
}

test('the list says how far each file is, as it grows and when it is replaced', async () => {
  const file = at('data/grows');
  const lines = ledgerText(plan, partials).split(/(?<=\n)/);
  writeFileSync(file, lines.slice(0, 4).join('') + lines[4]?.slice(0, 9)); // the writer is in the middle of a line
  expect(await finished('grows')).toBe(3);
  expect(await finished('grows')).toBe(3);
  appendFileSync(file, `${lines[4]?.slice(9)}damaged\n${lines[5]}`);
  expect(await finished('grows')).toBe(5);
  writeFileSync(file, lines.slice(0, 2).join(''));
  expect(await finished('grows')).toBe(1);
});

test('a part is as large as its share of the plan', async () => {
  for (let k = 1; k <= 5; k++) {
    const part = { k, m: 5 };
    expect(sizeOfPart(plan.subproblems.length, part)).toBe(partOf(plan, part).subproblems.length);
  }
  const part = { k: 2, m: 3 };
  const share = partOf(plan, part);
  writeFileSync(at('data/part'), ledgerText(plan, [...share.subproblems].map(makeKernel({})), part));
  const { length } = share.subproblems;
  expect((await list()).runs).toContainEqual({
    ...{ source: 'file', name: 'part', n: 8, algorithm: 'bitmask', part: '2/3' },
    ...{ subproblems: length, finished: length },
  });
});

test('files that are no ledgers are counted', async () => {
  expect((await list()).notes).toEqual([]);
  writeFileSync(at('data/text'), 'nothing of ours\n');
  writeFileSync(at('data/empty'), '');
  expect((await list()).notes).toEqual(['Skipped 2 files of the folder that queens-par cannot read as a ledger.']);
});

test('the server names the count that is under way, or else its last one', async () => {
  const current = async () => JSON.parse((await request(address, '/api/server')).body).count;
  const start = async (n: number) => JSON.parse((await post(address, '/api/counts', { n })).body).name;
  expect(await current()).toBeUndefined();
  const first = await start(20);
  expect(await current()).toBe(first);
  await post(address, `/api/counts/${first}/stop`);
  expect(await current()).toBe(first);
  const second = await start(20);
  await post(address, `/api/counts/${second}/stop`);
  expect(await current()).toBe(second);
  await post(address, `/api/counts/${first}/resume`);
  expect(await current()).toBe(first);
});
