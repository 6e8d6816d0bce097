import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { PROGRAM, queensPar } from './program.js';

/** How a line may go on, as the program answers the shell. */
async function completions(...words: string[]): Promise<string[]> {
  const { stdout, stderr, exitCode } = await queensPar(['__complete', 'bash', ...words]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 }); // it would land in the prompt
  return stdout.split('\n').filter((line) => line !== '');
}

test('commands, and those of a command', async () => {
  expect(await completions('')).toEqual(expect.arrayContaining(['count', 'forecast', 'completion']));
  expect(await completions('cluster', '')).toEqual(expect.arrayContaining(['start', 'remove']));
  expect(await completions('help', 'cluster', '')).toEqual(await completions('cluster', ''));
});

test('the options of a command, and of a plain count', async () => {
  const ofForecast = await completions('forecast', '--');
  expect(ofForecast).toEqual(expect.arrayContaining(['--machines', '--threads']));
  expect(ofForecast).not.toContain('--checkpoint');
  expect(await completions('16', '--th')).toEqual(['--threads']);
  expect(await completions('cluster', 'start', '16', '--')).toContain('--slots');
});

test('no option a second time, and no letter with two dashes', async () => {
  const left = await completions('16', '--quiet', '--checkpoint', '16.ledger', '--');
  expect(left).toContain('--json');
  expect(left).not.toContain('--checkpoint');
  expect((await completions('cluster', 'start', '16', '--')).filter((option) => /^--.$/.test(option))).toEqual([]);
});

test('the values of an option that has few', async () => {
  expect(await completions('16', '--algorithm', '')).toEqual(['auto', 'bitmask', 'meet']);
  expect(await completions('solve', '8', '--solver', 'b')).toEqual(['bit-flags', 'bitmask']);
  expect(await completions('solve', '8', '--format', '=', 'o')).toEqual(['ones']); // as bash cuts it
  expect(await completions('solve', '8', '--format=o')).toEqual(['--format=ones']); // as zsh and fish do not
  expect(await completions('completion', '')).toEqual(['bash', 'zsh', 'fish']);
});

test.each([
  '16 --checkpoint ',
  '16 --threads ',
  'merge --out total',
  'serve --data ',
  'merge ',
  'merge 1.ledger 2',
  'audit ',
  'export ',
  'cluster import ',
])('nothing where the shell has files to propose: %j', async (line) => {
  expect(await completions(...line.split(' '))).toEqual([]);
});

test.each(['99 --', 'plan 16 --depth x --', '16 --part 9/3 --frobnicate --', 'cluster strat --'])(
  'completion prints no error about the line so far: %j',
  async (line) => {
    expect(await completions(...line.split(' '))).toContain('--help');
  },
);

test.each([
  [['completion', 'bash'], '/bin/zsh', 'complete -o bashdefault'],
  [['completion'], '/bin/sh', 'complete -o bashdefault'],
  [['completion'], '/bin/zsh', '#compdef queens-par'],
  [['completion'], '/usr/bin/fish', 'complete --command queens-par'],
])('%j, where the shell is %s', async (args, shell, line) => {
  const { stdout, exitCode } = await queensPar(args, { env: { SHELL: shell } });
  expect(stdout).toContain(line);
  expect(exitCode).toBe(0);
});

test('an unknown shell gets an error', async () => {
  expect(await queensPar(['completion'], { env: { SHELL: '/bin/tcsh' } })).toMatchObject({ stdout: '', exitCode: 2 });
});

test('bash completes with it, and with files where the program has nothing to propose', async () => {
  const ask = `queens-par() { "${process.execPath}" "${PROGRAM}" "$@"; }
    source <(queens-par completion)
    complete_line() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _queens_par; echo "${'$'}{COMPREPLY[@]}"; }
    complete_line queens-par forecast --mach; complete_line queens-par merge ""; complete -p queens-par`;
  const { stdout, stderr } = await execa('bash', ['-c', ask], { env: { SHELL: '/bin/bash' } });
  expect(stdout.split('\n')).toEqual(['--machines', '', expect.stringContaining('-o default')]);
  expect(stderr).toBe('');
});

/** How zsh and fish are asked: zsh's own functions are replaced by ones that print what they are given. */
const OTHER_SHELLS = [
  [
    'zsh',
    ['-f', '-c'],
    `compdef() {}; _describe() { print -rl -- "\${(@P)2}"; }; _files() { print FILES; }
     complete_line() { words=("$@"); CURRENT=$#; _queens_par; }`,
    'complete_line queens-par forecast --mach; complete_line queens-par 16 --algorithm m; complete_line queens-par merge ""',
  ],
  [
    'fish',
    ['--no-config', '-c'],
    '',
    `complete -C 'queens-par forecast --mach'; complete -C 'queens-par 16 --algorithm m'`,
  ],
] as const;

test('zsh and fish complete with it, where they are installed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'queens-par-completion-'));
  try {
    writeFileSync(join(folder, 'queens-par'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, {
      mode: 0o755,
    });
    for (const [shell, options, functions, questions] of OTHER_SHELLS) {
      const { stdout: script } = await queensPar(['completion', shell]);
      const { stdout, stderr, code } = await execa(shell, [...options, [functions, script, questions].join('\n')], {
        reject: false,
        env: { PATH: `${folder}:${process.env.PATH}`, HOME: folder },
      });
      if (code === 'ENOENT') continue;
      expect(stderr, shell).toBe('');
      expect(stdout, shell).toMatch(/^--machines[:\t]Forecast also .*\nmeet(\nFILES)?$/);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
