import { execa } from 'execa';
import { expect, test } from 'vitest';
import { PROGRAM, queensPar } from './program.js';

/** How a line may go on, as the program answers the shell. */
async function completions(...words: string[]): Promise<string[]> {
  const { stdout, stderr, exitCode } = await queensPar(['--get-yargs-completions', 'queens-par', ...words], {
    env: { SHELL: '/bin/bash' },
  });
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 }); // it would land in the prompt
  return stdout.split('\n').filter((line) => line !== '');
}

test('commands, and those of a command', async () => {
  expect(await completions('')).toEqual(expect.arrayContaining(['count', 'forecast', 'completion']));
  expect(await completions('cluster', '')).toEqual(expect.arrayContaining(['start', 'remove']));
});

test('the options of a command, and of a plain count', async () => {
  const ofForecast = await completions('forecast', '--');
  expect(ofForecast).toEqual(expect.arrayContaining(['--machines', '--threads']));
  expect(ofForecast).not.toContain('--checkpoint');
  expect(await completions('16', '--th')).toEqual(expect.arrayContaining(['--threads', '--checkpoint']));
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
  expect(await completions('solve', '8', '--solver', 'b')).toContain('bitmask');
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

test.each(['99 --', 'plan 16 --depth x --', '16 --part 9/3 --frobnicate --', '16 --threads', 'cluster strat --'])(
  'what is wrong with the line so far is not spoken of: %j',
  async (line) => {
    expect(await completions(...line.split(' '))).toContain('--help');
  },
);

test.each([
  ['/bin/bash', 'complete -o bashdefault'],
  ['/bin/zsh', '#compdef queens-par'],
])('a script for %s', async (shell, line) => {
  const { stdout, exitCode } = await queensPar(['completion'], { env: { SHELL: shell } });
  expect(stdout).toContain(line);
  expect(exitCode).toBe(0);
});

test('bash completes with it', async () => {
  const ask = `queens-par() { "${process.execPath}" "${PROGRAM}" "$@"; }
    source <(queens-par completion)
    COMP_WORDS=(queens-par forecast --mach); COMP_CWORD=2; _queens-par_yargs_completions; echo "\${COMPREPLY[@]}"`;
  const { stdout } = await execa('bash', ['-c', ask], { env: { SHELL: '/bin/bash' } });
  expect(stdout).toBe('--machines');
});

test('bash completes files where the program has nothing to propose', async () => {
  const ask = `queens-par() { "${process.execPath}" "${PROGRAM}" "$@"; }
    source <(queens-par completion)
    COMP_WORDS=(queens-par merge ""); COMP_CWORD=2; _queens-par_yargs_completions; echo "${'$'}{#COMPREPLY[@]}"
    complete -p queens-par`;
  const { stdout, stderr } = await execa('bash', ['-c', ask], { env: { SHELL: '/bin/bash' } });
  expect(stdout.split('\n')).toEqual(['0', expect.stringContaining('-o default')]);
  expect(stderr).toBe('');
});
