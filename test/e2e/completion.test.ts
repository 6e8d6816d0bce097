import { writeFileSync } from 'node:fs';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { temporaryFolder } from '../ledger/folder.js';
import { has } from '../machine.js';
import { PROGRAM, queensPar } from './program.js';

const path = temporaryFolder();

/** Returns the completions that the program prints for bash. */
async function completions(...words: string[]): Promise<string[]> {
  const { stdout, stderr, exitCode } = await queensPar(['__complete', 'bash', ...words]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 }); // a message would appear in the user's prompt
  return stdout.split('\n').filter((line) => line !== '');
}

test('completion proposes commands, and the commands of a group', async () => {
  expect(await completions('')).toEqual(expect.arrayContaining(['count', 'forecast', 'completion']));
  expect(await completions('cluster', '')).toEqual(expect.arrayContaining(['start', 'remove']));
  expect(await completions('help', 'cluster', '')).toEqual(await completions('cluster', ''));
});

test('completion proposes the options of a command, and of a count', async () => {
  const options = await completions('forecast', '--');
  expect(options).toEqual(expect.arrayContaining(['--machines', '--threads']));
  expect(options).not.toContain('--checkpoint');
  expect(await completions('16', '--th')).toEqual(['--threads']);
  expect(await completions('cluster', 'start', '16', '--')).toContain('--slots');
});

test('completion proposes no option that is already given, and no letter with two dashes', async () => {
  const options = await completions('16', '--quiet', '--checkpoint', '16.ledger', '--');
  expect(options).toContain('--json');
  expect(options).not.toContain('--checkpoint');
  expect((await completions('cluster', 'start', '16', '--')).filter((option) => /^--.$/.test(option))).toEqual([]);
});

test('completion proposes values for an option with a fixed set of values', async () => {
  expect(await completions('16', '--algorithm', '')).toEqual(['auto', 'bitmask', 'meet']);
  expect(await completions('solve', '8', '--solver', 'b')).toEqual(['bit-flags', 'bitmask']);
  expect(await completions('solve', '8', '--format', '=', 'b')).toEqual(['board']); // bash splits the word at =
  expect(await completions('solve', '8', '--format=b')).toEqual(['--format=board']); // zsh and fish do not
  expect(await completions('completion', '')).toEqual(['bash', 'zsh', 'fish']);
});

const words = ['merge ', 'merge 1.ledger 2', 'audit ', 'export ', 'cluster import '];
const values = ['16 --checkpoint ', '16 --threads ', 'merge --out total', 'serve --data '];
test.each([...words, ...values])('completion proposes nothing for %j, and the shell proposes files', async (line) => {
  expect(await completions(...line.split(' '))).toEqual([]);
});

test.each(['99 --', 'plan 16 --depth x --', '16 --part 9/3 --frobnicate --', 'cluster strat --'])(
  'completion ignores the error in %j',
  async (line) => {
    expect(await completions(...line.split(' '))).toContain('--help');
  },
);

test.each([
  [['completion', 'bash'], '/bin/zsh', 'complete -o bashdefault'],
  [['completion'], '/bin/sh', 'complete -o bashdefault'],
  [['completion'], '/bin/zsh', '#compdef queens-par'],
  [['completion'], '/usr/bin/fish', 'complete --command queens-par'],
])('%j prints the script for the shell %s', async (args, shell, line) => {
  const { stdout, exitCode } = await queensPar(args, { env: { SHELL: shell } });
  expect(stdout).toContain(line);
  expect(exitCode).toBe(0);
});

test('completion refuses an unknown shell', async () => {
  expect(await queensPar(['completion'], { env: { SHELL: '/bin/tcsh' } })).toMatchObject({ stdout: '', exitCode: 2 });
});

test.runIf(has('bash'))('the script for bash completes options, and leaves files to bash', async () => {
  const ask = `queens-par() { "${process.execPath}" "${PROGRAM}" "$@"; }
    source <(queens-par completion)
    complete_line() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _queens_par; echo "${'$'}{COMPREPLY[@]}"; }
    complete_line queens-par forecast --mach; complete_line queens-par merge ""; complete -p queens-par`;
  const { stdout, stderr } = await execa('bash', ['-c', ask], { env: { SHELL: '/bin/bash' } });
  expect(stdout.split('\n')).toEqual(['--machines', '', expect.stringContaining('-o default')]);
  expect(stderr).toBe('');
});

/** Each shell with its options, stubs of shell functions that print completions, and lines to complete. */
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

for (const [shell, options, functions, questions] of OTHER_SHELLS) {
  test.runIf(has(shell))(`the script for ${shell} completes options`, async () => {
    const program = `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`;
    writeFileSync(path('queens-par'), program, { mode: 0o755 });
    const { stdout: script } = await queensPar(['completion', shell]);
    const { stdout, stderr } = await execa(shell, [...options, [functions, script, questions].join('\n')], {
      reject: false,
      env: { PATH: `${path('')}:${process.env.PATH}`, HOME: path('') },
    });
    expect(stderr).toBe('');
    const [machines = '', ...others] = stdout.split('\n');
    expect(machines.split(/[:\t]/)).toEqual(['--machines', commands.forecast.options.machines.description]);
    expect(others).toEqual(shell === 'zsh' ? ['meet', 'FILES'] : ['meet']);
  });
}
