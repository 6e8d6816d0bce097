import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { partOf } from '../../src/plan/part.js';
import type { PartialCount } from '../../src/plan/partial-count.js';
import type { RunUpdate } from '../../src/runs/run-update.js';
import { makeKernel } from '../../workers/kernels.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { pollUntil, request, updateOf } from './request.js';
import { startServer } from './served.js';

const plan = planBitmask(8, 2);
const count = makeKernel({ kind: 'readable' });
const partials: readonly PartialCount[] = [...plan.subproblems].map(count);
const header = ledgerText(plan, []);
/** The lines of the ledger file after the header, with their line endings. */
const lines = ledgerText(plan, partials)
  .slice(header.length)
  .split(/(?<=\n)/);
const pathOf = temporaryFolder();
let address = '';
beforeAll(async () => {
  mkdirSync(pathOf('data'));
  ({ address } = await startServer({ data: pathOf('data') }));
});

const firstUpdate = (name: string) => updateOf(address, `file/${name}`);

describe('a ledger file', () => {
  test('is followed while it grows, until it has the total', async () => {
    const file = pathOf('data/grows');
    writeFileSync(file, header + lines.slice(0, 5).join(''));
    const beginning = await firstUpdate('grows');
    expect(beginning.header).toEqual({ perTile: 1, command: `queens-par 8 --checkpoint ${file}` });
    const { length } = plan.subproblems;
    expect(beginning.figures).toMatchObject({ n: 8, algorithm: 'bitmask', subproblems: length, finished: 5 });
    for (const line of lines.slice(5)) {
      appendFileSync(file, line.slice(0, 10)); // the server may read half a line
      appendFileSync(file, line.slice(10));
    }
    const isFinished = ({ figures }: RunUpdate) => figures.state === 'finished';
    const { figures, tiles } = await pollUntil(address, 'file/grows', isFinished);
    expect(figures).toMatchObject({ count: '92', agreement: 'agrees' });
    expect(tiles.filter(([finished]) => finished === 1)).toHaveLength(length);
  });

  test('is read from the beginning after another file replaces it', async () => {
    const file = pathOf('data/replaced');
    writeFileSync(file, header + lines.slice(0, 9).join(''));
    await firstUpdate('replaced');
    for (const [n, total] of [
      [6, '4'], // a shorter file
      [9, '352'], // a longer one
    ] as const) {
      const other = planBitmask(n, 2);
      writeFileSync(pathOf('data/new'), ledgerText(other, [...other.subproblems].map(count)));
      renameSync(pathOf('data/new'), file);
      const update = await pollUntil(address, 'file/replaced', ({ figures }) => figures.n === n);
      expect(update.figures).toMatchObject({ state: 'finished', count: total });
    }
  });

  test('is read from the beginning if it shrinks, and a damaged line is reported with its line number', async () => {
    const file = pathOf('data/shorter');
    writeFileSync(file, header + lines.slice(0, 9).join(''));
    const { figures } = await firstUpdate('shorter');
    expect(figures.finished).toBe(9);
    writeFileSync(file, header + lines.slice(0, 2).join(''));
    const shorter = await pollUntil(address, 'file/shorter', (update) => update.figures.finished === 2);
    expect(shorter.figures.problem).toBeUndefined();
    appendFileSync(file, `${lines[2]}${lines[3]}damaged\n${lines[4]}`);
    const damaged = await pollUntil(address, 'file/shorter', (update) => update.figures.finished === 5);
    expect(damaged.figures.problem).toContain(`line 6 is damaged; queens-par 8 --checkpoint ${file} --repair `);
  });

  test('is neither opened nor listed after it is deleted', async () => {
    writeFileSync(pathOf('data/goes'), header + lines[0]);
    await firstUpdate('goes');
    rmSync(pathOf('data/goes'));
    await expect(firstUpdate('goes')).rejects.toThrow('There is no such run');
    expect((await request(address, '/api/runs')).body).not.toContain('"goes"');
  });

  test('has a conflict and no total if a subproblem has two counts', async () => {
    const [possible = partials[0]] = partials.filter((partial) => partial.count > 0);
    const twice = [...partials, { ...possible, count: (possible?.count ?? 0) + 1 } as PartialCount];
    writeFileSync(pathOf('data/conflict'), ledgerText(plan, twice));
    const { figures } = await firstUpdate('conflict');
    expect(figures).toMatchObject({ state: 'conflict' });
    expect(figures.count).toBeUndefined();
    expect(figures.problem).toMatch(/was counted twice/);
  });

  test('is read without its torn last line until the line is complete', async () => {
    writeFileSync(pathOf('data/torn'), header + lines[0] + lines[1]?.slice(0, -3));
    const { figures } = await firstUpdate('torn');
    expect(figures).toMatchObject({ finished: 1 });
    expect(figures.problem).toBeUndefined();
    appendFileSync(pathOf('data/torn'), lines[1]?.slice(-3) ?? '');
    const whole = await pollUntil(address, 'file/torn', (update) => update.figures.finished === 2);
    expect(whole.figures.problem).toBeUndefined();
  });

  test('of a part is finished without a total', async () => {
    const part = { k: 2, m: 3 };
    const share = partOf(plan, part);
    writeFileSync(pathOf('data/part'), ledgerText(plan, [...share.subproblems].map(count), part));
    const update = await firstUpdate('part');
    const { length } = share.subproblems;
    expect(update).toMatchObject({
      header: { part: '2/3' },
      figures: { state: 'finished', finished: length, subproblems: length },
    });
    expect(update.figures.count).toBeUndefined();
  });

  test.each([
    ['empty', ''],
    ['text', 'not a ledger\n'],
    ['cut-header', header.slice(0, 50)],
    ['wrong-line', header.replace('"n":8', '"n":9')],
    ['other-plan', ledgerText({ ...plan, hash: '0'.repeat(64) }, [])],
  ])('named %s is refused with a reason', async (name, text) => {
    writeFileSync(pathOf(`data/${name}`), text);
    await expect(firstUpdate(name)).rejects.toThrow(name);
  });

  test('is followed again after eleven other files are opened', async () => {
    for (const i of [...Array(12).keys(), 0]) {
      writeFileSync(pathOf(`data/many-${i}`), header + lines.slice(0, i).join(''));
      expect((await firstUpdate(`many-${i}`)).figures).toMatchObject({ n: 8, finished: i });
    }
  });
});
