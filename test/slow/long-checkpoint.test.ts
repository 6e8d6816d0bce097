import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { countOnce, idsIn } from '../e2e/ledger-file.js';
import { PROGRAM, queensPar } from '../e2e/program.js';
import { temporaryFolder } from '../ledger/folder.js';

const path = temporaryFolder();

/** Has a process say on stderr how many kilobytes of memory it took at most. */
const TELL_MEMORY = `data:text/javascript,process.on('exit',()=>console.error('peak',process.resourceUsage().maxRSS))`;

test('a checkpoint of 724,001 lines is resumed after kill -9, and read in less than 200 MB', async () => {
  const file = path('17.ledger');
  const args = ['17', '--algorithm', 'bitmask', '--depth', '6', '--checkpoint', file, '--json', '--quiet'];
  let size = 0;
  for (let kills = 0; kills < 4; kills++) {
    const run = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'ignore' });
    for (const before = size; size < before + 4e6; size = statSync(file, { throwIfNoEntry: false })?.size ?? 0) {
      await delay(100);
    }
    run.kill('SIGKILL');
    await once(run, 'close');
  }
  const inOrder = idsIn(file);
  const finished = await queensPar(args, { timeout: 600_000 });
  expect(JSON.parse(finished.stdout)).toMatchObject({ count: '95815104', resumed: inOrder.length });

  const whole = idsIn(file);
  expect(whole.slice(0, inOrder.length)).toEqual(inOrder);
  expect(countOnce(whole)).toBe(724_001);
  const again = await queensPar(args, { env: { NODE_OPTIONS: `--import=${TELL_MEMORY}` } });
  expect(JSON.parse(again.stdout)).toMatchObject({ count: '95815104', resumed: 724_001 });
  expect(Number(/^peak (\d+)$/m.exec(again.stderr)?.[1])).toBeLessThan(200_000);
});
