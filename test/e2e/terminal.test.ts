import { readFileSync } from 'node:fs';
import { spawn } from '@lydell/node-pty';
import { Terminal } from '@xterm/headless';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../node/ledger/folder.js';
import { faultyEnvironment, PROGRAM } from './program.js';

const path = temporaryFolder();

/** Options of `waitFor` for a busy machine. */
const PATIENT = { timeout: 250_000 };

/** Starts the program in a pseudo-terminal. `screen` returns its output so far, with escape sequences. */
function startInTerminal(args: string[], changes: Record<string, string> = {}) {
  const { CI, NO_COLOR, ...rest } = process.env;
  const env = { ...rest, TERM: 'xterm', ...changes };
  const running = spawn(process.execPath, [PROGRAM, ...args], { cols: 100, rows: 24, env });
  let screen = '';
  running.onData((data) => {
    screen += data;
  });
  const exitCode = new Promise<number>((resolve) => running.onExit(({ exitCode }) => resolve(exitCode)));
  return { running, exitCode, screen: () => screen };
}

const OPTIONS = ['--threads', '2', '--algorithm', 'bitmask'];
const COUNT = ['15', ...OPTIONS, '--kernel', 'reference']; // long enough for a progress line

test('the progress line is updated, and the result replaces it', async () => {
  const count = startInTerminal(['17', ...OPTIONS]);
  expect(await count.exitCode).toBe(0);
  const screen = count.screen();
  const percentages = [...screen.matchAll(/ (?<!at most )(\d+)%, .* \d+\/120 subproblems/g)].map(([, percent]) =>
    Number(percent),
  );
  expect(new Set(percentages).size).toBeGreaterThan(2);
  expect(percentages).toEqual(percentages.toSorted((a, b) => a - b));
  expect(screen).toMatch(
    /17 queens: \[[#.]{10}\] \d+%, \d+s left, \d+s gone, \d+\/120 subproblems, [\d.]+[KMB]? placements\/s, 2 threads/,
  );
  expect(screen).not.toContain('time left unknown');
  const last = screen.slice(screen.lastIndexOf('\u001b[0K'));
  expect(last).toContain('95815104\r\n17 queens: 95,815,104 solutions in ');
});

test.each([
  ['--quiet', [...COUNT, '--quiet'], {}],
  ['CI', COUNT, { CI: 'true' }],
  ['a dumb terminal', COUNT, { TERM: 'dumb' }],
])('%s turns the progress line off', async (_, args, env) => {
  const { screen, exitCode } = startInTerminal(args, env);
  await exitCode;
  expect(screen()).not.toContain('subproblems');
  expect(screen()).toContain('2279184\r\n');
});

test('a resized terminal shows one progress line that fits', async () => {
  const emulator = new Terminal({ cols: 100, rows: 24, allowProposedApi: true });
  const { running, exitCode } = startInTerminal(['17', ...OPTIONS]); // not long enough to be announced
  running.onData((data) => emulator.write(data));
  const lines = () => {
    const { active } = emulator.buffer;
    const all = Array.from({ length: active.length }, (_, i) => active.getLine(i)?.translateToString(true) ?? '');
    return all.filter((line) => /left|gone|subproblem|placement/.test(line));
  };
  await vi.waitFor(() => expect(lines().at(-1)).toMatch(/#?\.\] .* 2 threads$/), PATIENT);
  for (const cols of [40, 70, 25]) {
    emulator.resize(cols, 24);
    running.resize(cols, 24);
    const pattern = cols === 70 ? /^\S 17 queens: \d+%, .*\d+\/120 subproblems$/ : /^\S .*\d+%, .*\d+s (left|gone)$/;
    await vi.waitFor(() => expect(lines().at(-1)).toMatch(pattern), PATIENT);
    expect(lines()).toHaveLength(1);
  }
  running.kill('SIGKILL');
  await exitCode;
});

test.each([
  ['with', {}],
  ['without', faultyEnvironment('no-proc')],
])('a background job draws no progress, %s /proc', async (_, changes) => {
  const { CI, ...rest } = process.env;
  const env = { ...rest, TERM: 'xterm', ...changes };
  const count = `'${process.execPath}' '${PROGRAM}' 15 --algorithm bitmask --kernel reference --threads 1`;
  const screens = await Promise.all(
    [count, `${count} & wait`].map((command) => {
      const shell = spawn('sh', ['-m', '-c', command], { cols: 100, rows: 24, env });
      let screen = '';
      shell.onData((data) => {
        screen += data;
      });
      return new Promise<string>((resolve) => shell.onExit(() => resolve(screen)));
    }),
  );
  expect(screens.map((screen) => screen.includes('15 queens: ['))).toEqual([true, false]);
  for (const screen of screens) expect(screen).toContain('2279184\r\n15 queens: 2,279,184 solutions in ');
});

test('a closed terminal stops a count, but not one that was started by nohup', async () => {
  const [kept, stopped] = [path('kept'), path('stopped')];
  const count = `'${process.execPath}' '${PROGRAM}' --progress always --algorithm bitmask`;
  const script = `nohup ${count} 15 --kernel reference > ${kept} 2>&1 & ${count} 18 --depth 0 2> ${stopped}`;
  const shell = spawn('sh', ['-c', script], { cols: 100, rows: 24 });
  await vi.waitFor(() => {
    expect(readFileSync(kept, 'utf8')).toContain('subproblems');
    expect(readFileSync(stopped, 'utf8')).toContain('0/1 subproblems');
  }, PATIENT);
  shell.kill('SIGHUP'); // the shell owns the terminal, so its end closes the terminal
  await vi.waitFor(() => expect(readFileSync(stopped, 'utf8')).toContain('queens-par: terminated: 0 of 1 '), PATIENT);
  await vi.waitFor(() => expect(readFileSync(kept, 'utf8')).toContain('15 queens: 2,279,184 solutions in '), PATIENT);
});
