import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { finishedLedger } from '../core/results/ledger-text.js';
import { has } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { PROGRAM, queensPar } from './program.js';

const pathOf = temporaryFolder();

describe.runIf(has('posix'))('names that a terminal would not show as they are', () => {
  const name = 'red\x1b[31m\u202e\n.ledger';
  const shown = 'red\\u001b[31m\\u202e\\u000a.ledger';

  test.each([
    ['status', []],
    ['audit', ['--kernel', 'fast']],
    ['export', ['--out', pathOf(`copy of ${name}`)]],
    ['merge', [pathOf('missing \x1b[31m')]],
    ['8', ['--checkpoint', pathOf(name), '--drop', '0.2']],
    ['9', ['--checkpoint', pathOf(name)]],
  ])('are escaped by %s', async (command, options) => {
    writeFileSync(pathOf(name), finishedLedger(8));
    const isCount = options[0] === '--checkpoint';
    const { stdout, stderr } = await queensPar([command, ...(isCount ? [] : [pathOf(name)]), ...options]);
    const lines = `${stdout}\n${stderr}`.replaceAll('\n', '');
    expect(lines).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(lines).toContain(command === 'merge' ? 'missing \\u001b[31m' : shown);
  });

  test('keep their meaning in JSON', async () => {
    writeFileSync(pathOf(name), finishedLedger(8));
    const { stdout } = await queensPar(['status', '--json', pathOf(name)]);
    expect(stdout).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(JSON.parse(stdout).results[0].source).toBe(pathOf(name));
  });
});

test.runIf(has('posix')).each(['8 --checkpoint', '8 --part 1/2 --out', 'status', 'merge', 'serve'])(
  '%s refuses a name that is not UTF-8, and writes no other file',
  async (command) => {
    mkdirSync(pathOf('latin'), { recursive: true });
    const line = `${process.execPath} ${PROGRAM} ${command} $'${pathOf('latin')}/n\\xff.ledger'`;
    const { exitCode, stdout, stderr } = await execa('bash', ['-c', line], { reject: false });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^queens-par: ".*n\ufffd\.ledger" is not UTF-8: rename the file$/);
    expect(readdirSync(pathOf('latin'))).toEqual([]);
  },
);
