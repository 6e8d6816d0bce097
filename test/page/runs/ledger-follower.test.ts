import {
  appendFileSync,
  mkdirSync,
  openAsBlob,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { partOf } from '../../../src/core/plan/part.js';
import type { PartialCount } from '../../../src/core/plan/partial-count.js';
import { LedgerFollower } from '../../../src/page/runs/ledger-follower.js';
import type { RunningServer } from '../../../src/server/serve.js';
import { serve } from '../../../src/server/serve.js';
import { createKernel } from '../../../workers/kernels.js';
import { planBitmask } from '../../core/plan/plans.js';
import { ledgerText } from '../../core/results/ledger-text.js';
import { temporaryFolder } from '../../node/ledger/folder.js';
import { startServer } from '../../server/served.js';

const plan = planBitmask(8, 2);
const { length } = plan.subproblems;
const count = createKernel({ kind: 'reference' });
const partials: readonly PartialCount[] = [...plan.subproblems].map(count);
const header = ledgerText(plan, []);
/** The lines of the ledger file after the header, with their line endings. */
const lines = ledgerText(plan, partials)
  .slice(header.length)
  .split(/(?<=\n)/);
const pathOf = temporaryFolder();
let serving: RunningServer;
beforeAll(async () => {
  mkdirSync(pathOf('data'));
  serving = await startServer(pathOf('data'));
});

const write = (name: string, ...texts: (string | undefined)[]) => writeFileSync(pathOf(`data/${name}`), texts.join(''));
const append = (name: string, text = '') => appendFileSync(pathOf(`data/${name}`), text);

/** Returns a follower of a file in the server's folder. */
function follow(name: string): LedgerFollower {
  return new LedgerFollower({ path: pathOf(`data/${name}`), from: `${serving.address}ledgers/${name}` });
}

describe('a ledger of the server', () => {
  test('is followed while it grows, until it has the total', async () => {
    write('grows', header, ...lines.slice(0, 5));
    const follower = follow('grows');
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { update } = await follower.refresh();
    expect(update?.file).toBe(pathOf('data/grows'));
    expect(update?.part).toBeUndefined();
    expect(update?.stats).toMatchObject({ n: 8, algorithm: 'bitmask', subproblems: length, finished: 5 });
    for (const [i, line] of lines.slice(5).entries()) {
      append('grows', line.slice(0, 10));
      expect((await follower.refresh()).update?.stats.finished).toBe(5 + i);
      append('grows', line.slice(10));
    }
    const ranges = fetched.mock.calls.map(([, options]) => new Headers(options?.headers).get('range'));
    const before = [header, ...lines.slice(0, 4)].join('').length; // the last line is read again
    expect(ranges.slice(0, 2)).toEqual(['bytes=0-', `bytes=${before}-`]);
    const whole = (await follower.refresh()).update;
    expect(whole?.stats).toMatchObject({ state: 'finished', count: '92', agreement: 'agrees' });
    expect(whole?.stats.problem).toBeUndefined();
    expect(whole?.map.tiles.filter(([finished]) => finished === 1)).toHaveLength(length);
  });

  test('is read from its start, with a note, after it is replaced or shortened', async () => {
    write('replaced', header, ...lines.slice(0, 9));
    const follower = follow('replaced');
    await follower.refresh();
    for (const [n, total] of [
      [6, '4'], // a shorter file
      [9, '352'], // a longer one
    ] as const) {
      const other = planBitmask(n, 2);
      write('new', ledgerText(other, [...other.subproblems].map(count)));
      renameSync(pathOf('data/new'), pathOf('data/replaced'));
      const { stats } = (await follower.refresh()).update ?? {};
      expect(stats).toMatchObject({ n, state: 'finished', count: total });
      expect(stats?.problem).toContain('was shortened or replaced');
    }
    write('replaced', header, ...lines.slice(0, 2));
    expect((await follower.refresh()).update?.stats).toMatchObject({ n: 8, finished: 2 });
    write('replaced');
    expect(await follower.refresh()).toEqual({ problem: expect.stringContaining('does not exist') });
  });

  test('with a damaged line shows the others, and the command that repairs it', async () => {
    write('damaged', header, ...lines.slice(0, 4), 'damaged\n', lines[4]);
    const { stats } = (await follow('damaged').refresh()).update ?? {};
    expect(stats).toMatchObject({ finished: 5 });
    expect(stats?.problem).toContain(
      `line 6 is damaged; queens-par 8 --checkpoint ${pathOf('data/damaged')} --repair `,
    );
  });

  test('that is deleted is said to be gone, without statistics, until it is back', async () => {
    write('goes', header, lines[0]);
    const follower = follow('goes');
    await follower.refresh();
    rmSync(pathOf('data/goes'));
    expect(await follower.refresh()).toEqual({ problem: expect.stringContaining('goes does not exist') });
    write('goes', header, lines[0], lines[1]);
    expect((await follower.refresh()).update?.stats.finished).toBe(2);
  });

  test('keeps its last statistics while the server does not answer', async () => {
    write('lost', header, lines[0]);
    const own = await serve(0, pathOf('data'));
    const follower = new LedgerFollower({ path: 'lost', from: `${own.address}ledgers/lost` });
    const { update } = await follower.refresh();
    await own.close();
    expect(await follower.refresh()).toEqual({ update, problem: expect.stringContaining('is not responding') });
    const again = await serve(Number(new URL(own.address).port), pathOf('data'));
    append('lost', lines[1]);
    const later = await follower.refresh();
    expect(later).toMatchObject({ update: { stats: { finished: 2 } } });
    expect(later.problem).toBeUndefined();
    await again.close();
  });

  test('has a conflict and no total if a subproblem has two counts', async () => {
    const [possible = partials[0]] = partials.filter((partial) => partial.count > 0);
    const twice = [...partials, { ...possible, count: (possible?.count ?? 0) + 1 } as PartialCount];
    write('conflict', ledgerText(plan, twice));
    const { stats } = (await follow('conflict').refresh()).update ?? {};
    expect(stats).toMatchObject({ state: 'conflict', problem: expect.stringContaining('was counted twice') });
    expect(stats?.count).toBeUndefined();
  });

  test('of a part is finished without a total', async () => {
    const part = { k: 2, m: 3 };
    const { subproblems } = partOf(plan, part);
    write('part', ledgerText(plan, [...subproblems].map(count), part));
    const { update } = await follow('part').refresh();
    const all = { finished: subproblems.length, subproblems: subproblems.length };
    expect(update).toMatchObject({ part: '2/3', stats: { state: 'finished', ...all } });
    expect(update?.stats.count).toBeUndefined();
  });

  test('without a result is counting while it is new, and idle when it is old', async () => {
    write('empty', header);
    const later = Date.now() / 1000 + 3600; // new even on a machine that is busy for a minute
    utimesSync(pathOf('data/empty'), later, later);
    expect((await follow('empty').refresh()).update?.stats.state).toBe('counting');
    utimesSync(pathOf('data/empty'), 1e9, 1e9);
    expect((await follow('empty').refresh()).update?.stats).toMatchObject({ state: 'idle', finished: 0, fraction: 0 });
  });

  test.each([
    ['cut-header', header.slice(0, 50)],
    ['wrong-line', header.replace('"n":8', '"n":9')],
    ['other-plan', ledgerText({ ...plan, hash: '0'.repeat(64) }, [])],
  ])('named %s is refused with a reason, and shown after it is replaced', async (name, text) => {
    write(name, text);
    const follower = follow(name);
    for (const _ of ['first', 'again']) {
      expect(await follower.refresh()).toEqual({ problem: expect.stringContaining(name) });
    }
    write(name, header, lines[0]);
    expect((await follower.refresh()).update?.stats.finished).toBe(1);
  });
});

describe('a chosen file', () => {
  test('is read as it was, and says later that it has changed', async () => {
    const file = new File([header, ...lines], 'chosen.ledger');
    const follower = new LedgerFollower({ path: file.name, from: file });
    const { update } = await follower.refresh();
    expect(update?.stats).toMatchObject({ state: 'finished', count: '92' });
    expect((await follower.refresh()).update?.stats).toMatchObject({ count: '92', finished: length });
    file.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
    expect(await follower.refresh()).toMatchObject({ update: { stats: { count: '92' } }, problem: expect.any(String) });
  });

  test('without a result is idle if it is old', async () => {
    const file = new File([header], 'empty.ledger', { lastModified: 1e12 });
    const { update } = await new LedgerFollower({ path: file.name, from: file }).refresh();
    expect(update?.stats).toMatchObject({ state: 'idle', finished: 0 });
  });

  test.each(['', 'milk\nbread\n'])('with the text %j is refused with a reason', async (text) => {
    const file = new File([text], 'shopping.txt');
    const follower = new LedgerFollower({ path: file.name, from: file });
    expect(await follower.refresh()).toEqual({ problem: expect.stringContaining('shopping.txt') });
  });
});

test('a ledger of the server and a chosen file that are too large are refused before they are read', async () => {
  write('large', header);
  truncateSync(pathOf('data/large'), 2 ** 28 + 1); // takes no space on the disk
  const file = new File([await openAsBlob(pathOf('data/large'))], 'large');
  for (const follower of [follow('large'), new LedgerFollower({ path: 'large', from: file })]) {
    expect((await follower.refresh()).problem).toMatch(/large is too large for a ledger file \(over 256 MB\)$/);
  }
});
