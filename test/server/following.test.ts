import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { partOf } from '../../src/plan/part.js';
import type { PartialCount } from '../../src/plan/partial-count.js';
import type { RunUpdate } from '../../src/runs/run-update.js';
import { makeKernel } from '../../workers/kernels.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { post, request, until, updateOf } from './request.js';
import { served } from './served.js';

const plan = planBitmask(8, 2);
const count = makeKernel({});
const partials: readonly PartialCount[] = [...plan.subproblems].map(count);
const header = ledgerText(plan, []);
/** The lines of a ledger file, each with its line end. */
const lines = ledgerText(plan, partials)
  .slice(header.length)
  .split(/(?<=\n)/);
const at = temporaryFolder();
let address = '';
beforeAll(async () => {
  mkdirSync(at('data'));
  ({ address } = await served({ data: at('data') }));
});

const first = (name: string) => updateOf(address, `file/${name}`);

describe('a checkpoint file', () => {
  test('is followed as it grows, to the answer', async () => {
    const file = at('data/grows');
    writeFileSync(file, header + lines.slice(0, 5).join(''));
    const beginning = await first('grows');
    expect(beginning.header).toEqual({ perTile: 1, clock: 'threads' });
    expect(beginning.figures).toMatchObject({
      n: 8,
      algorithm: 'bitmask',
      subproblems: plan.subproblems.length,
      finished: 5,
    });

    for (const line of lines.slice(5)) {
      appendFileSync(file, line.slice(0, 10)); // the writer may be in the middle of a line
      appendFileSync(file, line.slice(10));
    }
    const isFinished = ({ figures }: RunUpdate) => figures.state === 'finished';
    const { header: again, figures, tilesSeen } = await until(address, 'file/grows', isFinished, beginning.version);
    expect(again).toBeUndefined();
    expect(figures).toMatchObject({ count: '92', agreement: 'agrees' });
    expect(tilesSeen).toBe(plan.subproblems.length - 5);
  });

  test('goes on from the last update that a browser has', async () => {
    writeFileSync(at('data/resumed'), header + lines.slice(0, 7).join(''));
    const { version } = await first('resumed');
    const update = await updateOf(address, 'file/resumed', version);
    expect(update.header).toBeUndefined();
    expect(update.tiles).toEqual([]);
    expect(update.figures.finished).toBe(7);
  });

  test('may be replaced by another one', async () => {
    const file = at('data/replaced');
    writeFileSync(file, header + lines.slice(0, 9).join(''));
    await first('replaced');
    for (const [n, total] of [
      [6, '4'], // a shorter file
      [9, '352'], // a longer one
    ] as const) {
      const other = planBitmask(n, 2);
      writeFileSync(at('data/new'), ledgerText(other, [...other.subproblems].map(count)));
      renameSync(at('data/new'), file);
      const update = await until(address, 'file/replaced', ({ figures }) => figures.n === n);
      expect(update.figures).toMatchObject({ state: 'finished', count: total });
    }
  });

  test('is begun again if it became shorter, and names the lines of its damage by their numbers', async () => {
    const file = at('data/shorter');
    writeFileSync(file, header + lines.slice(0, 9).join(''));
    const { figures, version } = await first('shorter');
    expect(figures.finished).toBe(9);
    writeFileSync(file, header + lines.slice(0, 2).join(''));
    const shorter = await until(address, 'file/shorter', (update) => update.header !== undefined, version);
    expect(shorter.figures).toMatchObject({ finished: 2 });
    expect(shorter.figures.problem).toBeUndefined();
    appendFileSync(file, `${lines[2]}${lines[3]}damaged\n${lines[4]}`);
    const damaged = await until(address, 'file/shorter', (update) => update.figures.finished === 5);
    expect(damaged.figures.problem).toMatch(/^line 6 is damaged; queens-par 8 --checkpoint shorter --repair /);
  });

  test('that goes away is refused, and is no more in the list', async () => {
    writeFileSync(at('data/goes'), header + lines[0]);
    await first('goes');
    rmSync(at('data/goes'));
    await expect(first('goes')).rejects.toThrow('there is no such run');
    expect((await request(address, '/api/runs')).body).not.toContain('"goes"');
  });

  test('that is finished has the figures of its ledger', async () => {
    const timed = partials.map((partial) => ({ ...partial, milliseconds: 2500 }));
    writeFileSync(at('data/timed'), ledgerText(plan, timed));
    const { header, figures, history } = await first('timed');
    const seconds = 2.5 * plan.subproblems.length;
    const work = timed.reduce((sum, partial) => sum + partial.work, 0);
    expect(header?.clock).toBe('threads');
    expect(figures).toMatchObject({ state: 'finished', fraction: 1, seconds, threadSeconds: seconds, work });
    const { interval = 0, rates = [] } = history ?? {};
    expect(rates.reduce((sum, rate) => sum + rate * interval, 0)).toBeCloseTo(work, 0);
  });

  test('with two counts of one subproblem has a conflict, and no answer', async () => {
    const [possible = partials[0]] = partials.filter((partial) => partial.count > 0);
    const twice = [...partials, { ...possible, count: (possible?.count ?? 0) + 1 } as PartialCount];
    writeFileSync(at('data/conflict'), ledgerText(plan, twice));
    const { figures } = await first('conflict');
    expect(figures).toMatchObject({ state: 'conflict' });
    expect(figures.count).toBeUndefined();
    expect(figures.problem).toMatch(/was counted twice/);
  });

  test('with a torn last line lacks what that held, until the line is whole', async () => {
    writeFileSync(at('data/torn'), header + lines[0] + lines[1]?.slice(0, -3));
    const { figures } = await first('torn');
    expect(figures).toMatchObject({ finished: 1 });
    expect(figures.problem).toBeUndefined();
    appendFileSync(at('data/torn'), lines[1]?.slice(-3) ?? '');
    const whole = await until(address, 'file/torn', (update) => update.figures.finished === 2);
    expect(whole.figures.problem).toBeUndefined();
  });

  test('of a part is finished with its part, without an answer', async () => {
    const part = { k: 2, m: 3 };
    const share = partOf(plan, part);
    writeFileSync(at('data/part'), ledgerText(plan, [...share.subproblems].map(count), part));
    const update = await first('part');
    const { length } = share.subproblems;
    expect(update).toMatchObject({
      header: { part: '2/3' },
      figures: { state: 'finished', finished: length, subproblems: length },
    });
    expect(update.figures.count).toBeUndefined();
  });

  test.each([
    ['empty', ''],
    ['text', 'nothing of ours\n'],
    ['half-begun', header.slice(0, 50)],
    ['wrong-line', header.replace('"n":8', '"n":9')],
    ['other-plan', ledgerText({ ...plan, hash: '0'.repeat(64) }, [])],
  ])('%s is refused, with a reason', async (name, text) => {
    writeFileSync(at(`data/${name}`), text);
    await expect(first(name)).rejects.toThrow(name);
  });

  test('is read again when it is asked for after many others', async () => {
    for (const i of [...Array(12).keys(), 0]) {
      writeFileSync(at(`data/many-${i}`), header + lines.slice(0, i).join(''));
      expect((await first(`many-${i}`)).figures).toMatchObject({ n: 8, finished: i });
    }
  });
});

describe('a count of the server', () => {
  test('is followed, stopped, resumed and finished', async () => {
    const { name } = JSON.parse((await post(address, '/api/counts', { n: 18 })).body);
    const run = `count/${name}`;
    await until(address, run, ({ workers }) => workers.some(({ subproblem }) => subproblem !== undefined));
    await post(address, `/api/counts/${name}/stop`);
    const stopped = await updateOf(address, run);
    expect(['stopped', 'finished']).toContain(stopped.figures.state);
    expect((await updateOf(address, run)).figures.seconds).toBe(stopped.figures.seconds); // a reload
    await post(address, `/api/counts/${name}/resume`);
    const { figures } = await until(address, run, (update) => update.figures.state === 'finished');
    expect(figures).toMatchObject({ count: '666090624', agreement: 'agrees', fraction: 1 });
    expect(figures.seconds).toBeGreaterThan(stopped.figures.seconds);
    const again = await updateOf(address, run);
    expect(again.figures).toEqual(figures);
    expect(again.history?.rates.length).toBeGreaterThan(0);
  });

  test('that is not there is refused', async () => {
    await expect(updateOf(address, 'count/99')).rejects.toThrow('no such run');
    await expect(updateOf(address, 'nowhere/1')).rejects.toThrow('no such run');
  });
});
