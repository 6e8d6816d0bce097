import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandNames, optionsOf, subcommandsOf, topLevelNames } from '../../src/cli/options/commands.js';
import { flagOf } from '../../src/cli/options/option.js';
import { has } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { queensPar } from './program.js';
import { type Shell, startShell } from './shell.js';

const pathOf = temporaryFolder();

/** Lines that end with each command, option and choice of the table, once. */
function completeLines(): string[] {
  const lines = new Map<string, string>(); // by the last word or, for a choice, the option and the choice
  for (const name of commandNames) {
    for (const [option, { choices = [] }] of Object.entries(optionsOf(name))) {
      const flag = flagOf(option);
      for (const word of [flag, ...choices.map((choice) => `${flag} ${choice}`)]) lines.set(word, `${name} ${word}`);
    }
  }
  const first = topLevelNames().flatMap((name) => [name, `help ${name}`]);
  const groups = subcommandsOf('cluster').flatMap((name) => [`cluster ${name}`, `help cluster ${name}`]);
  return [...first, ...groups, 'completion bash', ...lines.values()];
}

/** Returns whether Tab can complete a line without its last letter: no other word begins like the last one. */
function isUnique(line: string, lines: readonly string[]): boolean {
  const start = line.slice(0, -1);
  return lines.filter((other) => other.startsWith(start) && !other.slice(start.length).includes(' ')).length === 1;
}

describe.each(['bash', 'zsh', 'fish'] as const)('in %s,', (name) => {
  let shell: Shell;
  beforeAll(async () => {
    if (!has(name)) return;
    const folder = pathOf(name);
    mkdirSync(join(folder, "it's a folder"), { recursive: true });
    for (const file of ['17.ledger', '18.ledger', "it's a folder/one.ledger"]) writeFileSync(join(folder, file), '');
    shell = await startShell(name, folder, (await queensPar(['completion', name])).stdout);
  });
  afterAll(() => shell?.close());

  /** Returns the words after `queens-par` when Tab is pressed at the end of a line. */
  const complete = async (line: string) => (await shell.complete(`queens-par ${line}`)).slice(1);

  test.runIf(has(name))('Tab completes each command, option and choice of the table', async () => {
    const lines = completeLines().filter((line, _, all) => isUnique(line, all));
    expect(lines.length).toBeGreaterThan(90);
    for (const line of lines) expect(await complete(line.slice(0, -1)), line).toEqual(line.split(' '));
  });

  test.runIf(has(name)).each([
    ['16 --th', ['16', '--threads']],
    ['--verif', ['--verify']],
    ['99 x --frobnicate --th', ['99', 'x', '--frobnicate', '--threads']],
    ['16 --algorithm=bi', ['16', '--algorithm=bitmask']],
    ['-t 2 16 --che', ['-t', '2', '16', '--checkpoint']],
  ])('Tab after %j gives %j', async (line, words) => {
    expect(await complete(line)).toEqual(words);
  });

  test.runIf(has(name)).each([
    ['status 18', ['status', '18.ledger']],
    ['merge 17.ledger 18', ['merge', '17.ledger', '18.ledger']],
    ['16 --checkpoint 18', ['16', '--checkpoint', '18.ledger']],
    ['16 --checkpoint=18', ['16', '--checkpoint=18.ledger']],
    ["status it\\'s\\ a\\ folder/o", ['status', "it's a folder/one.ledger"]],
    ['status "it\'s a folder/o', ['status', "it's a folder/one.ledger"]],
    ['16 --checkpoint="it\'s a folder/o', ['16', "--checkpoint=it's a folder/one.ledger"]],
    ['serve it', ['serve', "it's a folder"]],
    ['cluster database --data it', ['cluster', 'database', '--data', "it's a folder"]],
  ])('Tab after %j completes the file', async (line, words) => {
    const completed = await complete(line);
    expect(completed.map((word) => word.replace(/\/$/, ''))).toEqual(words); // zsh removes the slash of a folder
  });

  test.runIf(has(name)).each(['16 -t 1', '16 --part 1', 'plan 1', 'cluster stop 1', 'serve 1'])(
    'Tab after %j proposes no file',
    async (line) => {
      expect(await complete(line)).toEqual(line.split(' '));
    },
  );
});
