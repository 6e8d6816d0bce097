import { appendFileSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { partOf, sizeOfPart } from '../../src/plan/part.js';
import type { PartialCount } from '../../src/plan/partial-count.js';
import type { RunSummary } from '../../src/runs/run-update.js';
import { makeKernel } from '../../workers/kernels.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { request } from './request.js';
import { startServer } from './served.js';

const plan = planBitmask(8, 2);
const partials = [...plan.subproblems].map(makeKernel({ kind: 'readable' }));
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

test('the list has the number of subproblems in a part', async () => {
  for (let k = 1; k <= 5; k++) {
    const part = { k, m: 5 };
    expect(sizeOfPart(plan.subproblems.length, part)).toBe(partOf(plan, part).subproblems.length);
  }
  const part = { k: 2, m: 3 };
  const share = partOf(plan, part);
  writeFileSync(
    pathOf('data/part'),
    ledgerText(plan, [...share.subproblems].map(makeKernel({ kind: 'readable' })), part),
  );
  const { length } = share.subproblems;
  expect(await listed('part')).toMatchObject({
    ...{ source: 'file', name: 'part', n: 8, algorithm: 'bitmask', part: '2/3' },
    ...{ subproblems: length, finished: length },
  });
});

test('the list has the number of files that are not ledgers, and of symbolic links', async () => {
  expect((await list()).notes).toEqual([]);
  writeFileSync(pathOf('data/text'), 'not a ledger\n');
  writeFileSync(pathOf('data/empty'), '');
  symlinkSync(pathOf('data/text'), pathOf('data/link'));
  expect((await list()).notes).toEqual([
    'Skipped 2 files in the folder that queens-par cannot read as a ledger.',
    'Skipped 1 symbolic link.',
  ]);
  writeFileSync(pathOf('data/empty'), ledgerText(plan, [])); // no longer empty
  expect(await listed('empty')).toMatchObject({ finished: 0 });
});

test('an empty folder gives the command that starts a count there, and a server without sources says so', async () => {
  mkdirSync(pathOf('with space'));
  const empty = await startServer({ data: pathOf('with space') });
  const { notes } = JSON.parse((await request(empty.address, '/api/runs')).body);
  expect(notes).toEqual([expect.stringContaining(`queens-par 18 --checkpoint '${pathOf('with space')}/18.ledger'`)]);
  const without = await startServer();
  expect(JSON.parse((await request(without.address, '/api/runs')).body)).toEqual({
    ...{ runs: [], problems: [], notes: [expect.stringContaining('queens-par serve --data FOLDER')] },
  });
});

test('files that are not ledgers hide no ledger, however many and new they are', async () => {
  mkdirSync(pathOf('mixed'));
  writeFileSync(pathOf('mixed/old.ledger'), ledgerText(plan, partials));
  utimesSync(pathOf('mixed/old.ledger'), 1e9, 1e9);
  for (let i = 0; i < 500; i++) writeFileSync(pathOf(`mixed/slurm-${i}.out`), 'counting\n');
  const mixed = await startServer({ data: pathOf('mixed') });
  for (const _ of ['first', 'again']) {
    const { runs, notes } = JSON.parse((await request(mixed.address, '/api/runs')).body);
    expect(runs).toMatchObject([{ name: 'old.ledger', finished: partials.length }]);
    expect(notes).toEqual(['Skipped 500 files in the folder that queens-par cannot read as a ledger.']);
  }
});

test('the list has the newest 200 ledgers, and a note on the others', async () => {
  mkdirSync(pathOf('full'));
  for (let i = 0; i < 203; i++) {
    writeFileSync(pathOf(`full/${i}.ledger`), ledgerText(plan, []));
    utimesSync(pathOf(`full/${i}.ledger`), 1e9 + i, 1e9 + i);
  }
  const full = await startServer({ data: pathOf('full') });
  const { runs, notes } = JSON.parse((await request(full.address, '/api/runs')).body);
  expect(runs).toHaveLength(200);
  expect(runs[0].name).toBe('202.ledger');
  expect(notes).toEqual(['The list has the newest 200 ledgers. 3 older files may be ledgers.']);
});

test('a file with more subproblems than its plan is listed as failed, and its ids are not kept', async () => {
  const [first] = partials;
  const many = Array.from({ length: 1000 }, (_, i) => ({ ...first, id: `x.${i}` }) as PartialCount);
  writeFileSync(pathOf('data/foreign'), ledgerText(plan, many));
  const { length: subproblems } = plan.subproblems;
  expect(await listed('foreign')).toMatchObject({ subproblems, finished: subproblems, state: 'failed' });
});
