import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { temporaryFolder } from '../ledger/folder.js';
import { has } from '../machine.js';
import { queensPar } from './program.js';

const emptyFolder = temporaryFolder()('');

/** Each shell, and a command that prints the proposals for the words in `$1`, `$2`, and so on, one a line. */
const SHELLS = [
  [
    'bash',
    ['--norc', '-c'],
    `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _queens_par; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  [
    'zsh',
    ['-f', '-c'],
    `_describe() { print -rl -- "\${(@P)2}"; }; _files() {}; words=("$@"); CURRENT=$#; _queens_par`,
  ],
  ['fish', ['--no-config', '-c'], `complete -C (string join ' ' -- $argv)`],
] as const;

describe.each(SHELLS)('the script for %s', (shell, options, ask) => {
  /** Returns the proposals for a line. The shell finds no program, and no files. */
  async function proposals(line: string): Promise<string[]> {
    const { stdout: script } = await queensPar(['completion', shell]);
    const defined = shell === 'zsh' ? `compdef() {}\n${script}` : script;
    const words = ['queens-par', ...line.split(' ')];
    const args = [...options, `${defined}\n${ask}`, ...(shell === 'fish' ? [] : [shell]), ...words];
    const { stdout, stderr } = await execa(shell, args, { cwd: emptyFolder, env: { HOME: emptyFolder } });
    expect(stderr).toBe('');
    return stdout.split('\n').filter((found) => found !== '');
  }

  /** Returns the proposals without their descriptions. */
  async function words(line: string): Promise<string[]> {
    return (await proposals(line)).map((found) => found.replace(shell === 'zsh' ? /:.*/ : /\t.*/, '')).sort();
  }

  test.runIf(has(shell))('proposes commands, and the commands of a group', async () => {
    const names = Object.keys(commands).map((name) => name.replace(/ .*/, ''));
    expect(await words('')).toEqual([...new Set(names)].sort());
    expect(await words('help fore')).toEqual(['forecast']);
    expect(await words('cluster st')).toContain('start');
    expect(await words('help cluster st')).toEqual(await words('cluster st'));
  });

  test.runIf(has(shell))('proposes the options of a command, but none that is already there', async () => {
    const { description } = commands.forecast.options.machines;
    const about = { bash: '', zsh: `:${description}`, fish: `\t${description}` }[shell];
    expect(await proposals('forecast --mach')).toEqual([`--machines${about}`]);
    for (const line of ['16 --th', '--th', '99 x --frobnicate --th']) expect(await words(line)).toEqual(['--threads']);
    expect(await words('16 --threads 2 --t')).toEqual([]);
    expect(await words('cluster start 16 --det')).toEqual(['--detach']);
  });

  test.runIf(has(shell))('proposes the values of an option, and of an argument', async () => {
    expect(await words('16 --algorithm ')).toEqual(['auto', 'bitmask', 'meet']);
    expect(await words('solve 8 --solver b')).toEqual(['bit-flags', 'bitmask']);
    expect(await words('solve 8 --format=b')).toEqual(['--format=board']);
    expect(await words('completion z')).toEqual(['zsh']);
  });

  test.runIf(has(shell)).each(['merge ', 'merge 1.ledger 2', '16 --checkpoint ', '16 -t ', 'serve '])(
    'proposes nothing for %j, so that the shell proposes files',
    async (line) => {
      expect(await proposals(line)).toEqual([]);
    },
  );
});

test.runIf(has('bash'))('bash completes a value that it has split from its option at =', async () => {
  const { stdout: script } = await queensPar(['completion', 'bash']);
  const ask = `COMP_WORDS=(queens-par solve 8 --format = b); COMP_CWORD=5; _queens_par; echo "\${COMPREPLY[@]}"`;
  expect((await execa('bash', ['-c', `${script}\n${ask}; complete -p queens-par`])).stdout).toMatch(
    /^board\n.* -o default /,
  );
});
