/** Real shells in pseudo-terminals, for tests that press Tab. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';

export type ShellName = 'bash' | 'zsh' | 'fish';

/**
 * A shell function that writes its arguments to the file `words`, each followed by a zero byte, and then prints a line.
 */
const POSIX_SHOW = `show() { printf '%s\\0' "$@" > words; printf '<%s>\\n' shown; }`;
const FISH_SHOW = `function show; printf '%s\\0' $argv > words; printf '<%s>\\n' shown; end`;

/** The arguments of each shell, the name of the file that it runs first, and that file's contents. */
const SETUPS: Readonly<Record<ShellName, readonly [args: string[], file: string, setup: string]>> = {
  bash: [['--rcfile', 'setup', '-i'], 'setup', `PS1='<ready>'; ${POSIX_SHOW}; source ./script`],
  zsh: [
    ['-i'],
    '.zshrc',
    `PS1='<ready>'; bindkey -e; ${POSIX_SHOW}; autoload -Uz compinit; compinit -D -u; source ./script`,
  ],
  fish: [
    ['--no-config', '--interactive', '--init-command', 'source ./setup'],
    'setup',
    `function fish_prompt; echo -n '<ready>'; end; set fish_greeting; ${FISH_SHOW}; source ./script`,
  ],
};

/** A shell that waits for a command line. */
export interface Shell {
  /**
   * Types the beginning of a line and presses Tab. @returns the words of the completed line, as a command would get
   * them.
   */
  complete(line: string): Promise<string[]>;
  close(): void;
}

/**
 * Starts a shell.
 *
 * @param folder the shell's working directory, which also holds its files.
 * @param script the completion script.
 */
export async function startShell(name: ShellName, folder: string, script: string): Promise<Shell> {
  const [args, file, setup] = SETUPS[name];
  writeFileSync(join(folder, 'script'), script);
  writeFileSync(join(folder, file), `${setup}\n`);
  const env = { PATH: process.env.PATH, HOME: folder, ZDOTDIR: folder, TERM: 'xterm', LANG: 'C.UTF-8' };
  const shell = spawn(name, args, { cwd: folder, cols: 500, rows: 200, env });
  let output = '';
  let wake = () => {};
  shell.onData((data) => {
    output += data;
    wake();
  });
  /** Waits until the shell has printed a text, and discards the output up to its end. */
  async function printed(text: string): Promise<void> {
    while (!output.includes(text)) await new Promise<void>((resolve) => (wake = resolve));
    output = output.slice(output.indexOf(text) + text.length);
  }
  await printed('<ready>');
  return {
    async complete(line) {
      shell.write(`${line}\t\u0001show \r`); // Ctrl-A moves to the beginning of the line
      await printed('<shown>');
      await printed('<ready>');
      return readFileSync(join(folder, 'words'), 'utf8').split('\0').slice(0, -1);
    },
    close: () => shell.kill('SIGKILL'),
  };
}
