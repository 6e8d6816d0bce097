import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { partOf } from '../../src/plan/part.js';
import type { PartialCount } from '../../src/plan/partial-count.js';
import type { RunUpdate } from '../../src/runs/run-update.js';
import { makeKernel } from '../../workers/kernels.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { events, post, request, until } from './request.js';
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

/** Follows a run until an update shows what is waited for, and gives that update. */
async function untilOf(name: string, isThere: (update: RunUpdate) => boolean, source = 'file'): Promise<RunUpdate> {
  const stop = new AbortController();
  try {
    return await until(events(address, `${source}/${name}`, stop.signal), isThere);
  } finally {
    stop.abort();
  }
}

describe('a checkpoint file', () => {
  test('is followed as it grows, to the answer', async () => {
    const file = at('data/grows');
    writeFileSync(file, header + lines.slice(0, 5).join(''));
    const stop = new AbortController();
    const stream = events(address, 'file/grows', stop.signal);
    const first = await until(stream, () => true);
    expect(first.header).toMatchObject({ n: 8, algorithm: 'bitmask', subproblems: plan.subproblems.length });
    expect(first.figures.finished).toBe(5);

    let seen = 5;
    for (const line of lines.slice(5)) {
      appendFileSync(file, line.slice(0, 10)); // the writer may be in the middle of a line
      appendFileSync(file, line.slice(10));
    }
    for await (const { update } of stream) {
      if (!update) throw new Error('refused');
      expect(update.header).toBeUndefined();
      seen += update.cells.length / 3;
      if (update.figures.state !== 'finished') continue;
      expect(update.figures).toMatchObject({ count: '92', agreement: 'agrees', conflicts: 0 });
      break;
    }
    stop.abort();
    expect(seen).toBe(plan.subproblems.length);
  });

  test('goes on from the last update that a browser has', async () => {
    writeFileSync(at('data/resumed'), header + lines.slice(0, 7).join(''));
    const stop = new AbortController();
    const open = (version?: string) => events(address, 'file/resumed', stop.signal, version);
    const first = open();
    const { version } = await until(first, () => true);
    const again = open(version);
    const update = await until(again, () => true);
    expect(update.header).toBeUndefined();
    expect(update.cells).toEqual([]);
    expect(update.figures.finished).toBe(7);
    stop.abort();
    await Promise.allSettled([first.next(), again.next()]);
  });

  test('may be replaced by another one', async () => {
    const file = at('data/replaced');
    writeFileSync(file, header + lines.slice(0, 9).join(''));
    const stop = new AbortController();
    const stream = events(address, 'file/replaced', stop.signal);
    await stream.next();
    const other = planBitmask(6, 1);
    writeFileSync(at('data/new'), ledgerText(other, [...other.subproblems].map(count)));
    renameSync(at('data/new'), file);
    const update = await until(stream, ({ figures }) => figures.state === 'finished');
    expect(update).toMatchObject({ header: { n: 6 }, figures: { count: '4' } });
    stop.abort();
  });

  test('that goes away fails, and is no more in the list', async () => {
    writeFileSync(at('data/goes'), header + lines[0]);
    const gone = untilOf('goes', ({ figures }) => figures.state === 'failed');
    await untilOf('goes', () => true);
    rmSync(at('data/goes'));
    expect((await gone).figures.problem).toBe('no such file or directory'); // and not where the folder is
    expect((await request(address, '/api/runs')).body).not.toContain('"goes"');
  });

  test('that is finished has the figures of its ledger, and says what each cell of its map is', async () => {
    const timed = partials.map((partial) => ({ ...partial, milliseconds: 2500 }));
    writeFileSync(at('data/timed'), ledgerText(plan, timed));
    const { header, figures, history } = await untilOf('timed', () => true);
    const seconds = 2.5 * plan.subproblems.length;
    const work = timed.reduce((sum, partial) => sum + partial.work, 0);
    expect(header?.clock).toBe('threads');
    expect(figures).toMatchObject({ state: 'finished', part: 1, seconds, threadSeconds: seconds, work });
    const { interval = 0, rates = [] } = history ?? {};
    expect(rates.reduce((sum, rate) => sum + rate * interval, 0)).toBeCloseTo(work, 0);

    const cell = JSON.parse((await request(address, '/api/runs/file/timed/cells/3')).body);
    const subproblem = plan.subproblems.at(3);
    expect(cell).toEqual({
      ...{ cell: 3, size: 1 },
      subproblems: [
        {
          subproblem,
          queens: [...(subproblem?.prefix ?? []), ...Array(6).fill(null)],
          ...{ milliseconds: 2500, count: timed[3]?.count, work: timed[3]?.work },
        },
      ],
    });
    for (const none of [
      '/api/runs/file/timed/cells/9999',
      '/api/runs/file/timed/cells/x',
      '/api/runs/file/no/cells/0',
    ]) {
      expect(await request(address, none)).toMatchObject({ status: 404 });
    }
  });

  test('with two counts of one subproblem has a conflict, and no answer', async () => {
    const [first = partials[0]] = partials.filter((partial) => partial.count > 0);
    const twice = [...partials, { ...first, count: (first?.count ?? 0) + 1 } as PartialCount];
    writeFileSync(at('data/conflict'), ledgerText(plan, twice));
    const { figures } = await untilOf('conflict', () => true);
    expect(figures).toMatchObject({ state: 'conflict', conflicts: 1 });
    expect(figures.count).toBeUndefined();
    expect(figures.problem).toMatch(/was counted twice/);
  });

  test('with a damaged line says which', async () => {
    const damaged = (lines[1] ?? '').replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
    writeFileSync(at('data/damaged'), header + lines[0] + damaged + lines[2]);
    const { figures } = await untilOf('damaged', () => true);
    expect(figures).toMatchObject({ finished: 2, problem: 'line 3 is damaged' });
  });

  test('with a torn last line lacks what that held', async () => {
    writeFileSync(at('data/torn'), header + lines[0] + lines[1]?.slice(0, -3));
    const { figures } = await untilOf('torn', () => true);
    expect(figures).toMatchObject({ finished: 1 });
    expect(figures.problem).toBeUndefined();
  });

  test('of a part is finished with its part, without an answer', async () => {
    const part = { k: 2, m: 3 };
    const share = partOf(plan, part);
    writeFileSync(at('data/part'), ledgerText(plan, [...share.subproblems].map(count), part));
    const update = await untilOf('part', () => true);
    expect(update).toMatchObject({
      header: { part: '2/3', subproblems: share.subproblems.length },
      figures: { state: 'finished', finished: share.subproblems.length },
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
    await expect(untilOf(name, () => true)).rejects.toThrow(name);
  });

  test('is one of few that are followed at a time', async () => {
    const stop = new AbortController();
    const held: ReturnType<typeof events>[] = [];
    for (let i = 0; i < 8; i++) {
      writeFileSync(at(`data/many-${i}`), header);
      const follow = async () => {
        const stream = events(address, `file/many-${i}`, stop.signal);
        held.push(stream);
        return (await stream.next()).value?.update?.header?.n;
      };
      await expect.poll(follow).toBe(8); // those that other tests followed go only after a while
    }
    writeFileSync(at('data/one-more'), header);
    await expect(untilOf('one-more', () => true)).rejects.toThrow('only 8 runs');
    stop.abort();
    await Promise.allSettled(held.map((stream) => stream.next()));
    await expect.poll(() => untilOf('one-more', () => true).catch(() => undefined)).toBeDefined();
  });
});

describe('a count of the server', () => {
  test('is followed, stopped, resumed and finished', async () => {
    const { name } = JSON.parse((await post(address, '/api/counts', { n: 18 })).body);
    await untilOf(name, ({ workers }) => workers.some(({ subproblem }) => subproblem !== undefined), 'count');
    await post(address, `/api/counts/${name}/stop`);
    const stopped = await untilOf(name, () => true, 'count');
    expect(['stopped', 'finished']).toContain(stopped.figures.state);
    expect((await untilOf(name, () => true, 'count')).figures.seconds).toBe(stopped.figures.seconds); // a reload
    await post(address, `/api/counts/${name}/resume`);
    const { figures } = await untilOf(name, (update) => update.figures.state === 'finished', 'count');
    expect(figures).toMatchObject({ count: '666090624', agreement: 'agrees', part: 1 });
    expect(figures.seconds).toBeGreaterThan(stopped.figures.seconds);
    const again = await untilOf(name, () => true, 'count');
    expect(again.figures).toEqual(figures);
    expect(again.history?.rates.length).toBeGreaterThan(0);
  });

  test('that is not there is refused', async () => {
    await expect(untilOf('99', () => true, 'count')).rejects.toThrow('no such run');
    await expect(untilOf('1', () => true, 'nowhere')).rejects.toThrow('no such run');
  });
});
