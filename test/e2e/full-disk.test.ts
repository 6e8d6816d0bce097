import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { temporaryFolder } from '../ledger/folder.js';
import { countedInTurn, ledgerText } from '../ledger/ledger-text.js';
import { has, MOUNTING } from '../machine.js';
import { PROGRAM } from './program.js';

const path = temporaryFolder();

/** A plan whose ledger file takes 60 kB. Replacing the file takes another 60 kB. */
const plan = planBitmask(12, 4);
const partials = countedInTurn(plan).map((partial) => ({ ...partial, count: 0 }));
const source = path('12.ledger');
writeFileSync(source, ledgerText(plan, partials));
const half = ledgerText(plan, partials.slice(partials.length / 2));

/** Mounts a file system with 40 kB of free space over the working directory, and copies the files in and out. */
const FULL = `
  folder=$PWD
  cp -r "$folder" "$folder.copy" && mount -t tmpfs -o size=200k none "$folder" || exit 99
  cd "$folder" && cp -r "$folder.copy/." . && rm -r "$folder.copy" || exit 99
  dd if=/dev/zero of="$folder/filling" 2> /dev/null; truncate -s -40k filling
  "$@"; code=$?
  rm filling; cp -r . "$folder.copy" && cd / && umount "$folder" && rm -rf "$folder"/* && cp -r "$folder.copy/." "$folder"
  exit $code`;

const places: [name: string, wrapper: readonly string[], script: string, reason: string][] = [
  [
    'a limit on the size of files',
    [],
    'ulimit -f 40; exec "$@"',
    'it would exceed the largest size of files (ulimit -f)',
  ],
];
if (has('unshare')) places.push(['a full disk', MOUNTING, FULL, 'no space left on the disk']);

describe.each(places)('with %s', (place, wrapper, script, reason) => {
  test.each([
    ['an existing file unchanged', [half]],
    ['no part of a new file', []],
  ])('merge --out leaves %s', async (name, contents) => {
    const cwd = path(`${place}, ${name}`);
    mkdirSync(cwd);
    for (const text of contents) writeFileSync(join(cwd, 'x.ledger'), text);
    const merge = [process.execPath, PROGRAM, 'merge', source, '--out', 'x.ledger'];
    const run = execa({ cwd, reject: false })`${wrapper} bash -c ${script} bash ${merge}`;
    const { stdout, stderr, exitCode } = await run;
    expect(stderr).toBe(`queens-par: x.ledger cannot be written and is unchanged: ${reason}`);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    expect(readdirSync(cwd).map((file) => readFileSync(join(cwd, file), 'utf8'))).toEqual(contents);
  });
});

test.runIf(has('bash'))('a total of which only some digits fit into a file is an error', async () => {
  const file = path('digits');
  writeFileSync(file, 'x'.repeat(1020));
  const line = ['-c', 'ulimit -f 1; exec "$0" "$@" >> "$FILE"', process.execPath, PROGRAM, '16', '--quiet'];
  const { stderr, exitCode } = await execa('bash', line, { reject: false, env: { FILE: file } });
  expect(stderr).toMatch(/^queens-par: the result cannot be written: /);
  expect(exitCode).toBe(1);
});
