import { execa } from 'execa';
import { expect, test } from 'vitest';
import { PROGRAM, queensPar } from './program.js';

/** How a line may go on, as yargs answers the shell. */
async function completions(...words: string[]): Promise<string[]> {
  const { stdout } = await queensPar(['--get-yargs-completions', 'queens-par', ...words], {
    env: { SHELL: '/bin/bash' },
  });
  return stdout.split('\n');
}

test('commands', async () => {
  expect(await completions('')).toEqual(expect.arrayContaining(['count', 'forecast', 'completion']));
});

test('the options of a command, and of a plain count', async () => {
  const ofForecast = await completions('forecast', '--');
  expect(ofForecast).toEqual(expect.arrayContaining(['--machines', '--threads']));
  expect(ofForecast).not.toContain('--checkpoint');
  expect(await completions('16', '--th')).toEqual(expect.arrayContaining(['--threads', '--checkpoint']));
});

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
