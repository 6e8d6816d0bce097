import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../ledger/folder.js';
import { PROGRAM, queensPar } from './program.js';

const path = temporaryFolder();

/** Counts into a ledger file of 60 kB. To replace the file takes as much again. */
const COUNT = ['12', '--algorithm', 'bitmask', '--depth', '4', '--checkpoint'];

const source = path('12.ledger');
await queensPar([...COUNT, source, '--quiet']);
const whole = readFileSync(source, 'utf8');
const lines = whole.split('\n');
const damaged = whole.replace('\n0.2.', '\n0,2.');
const half = `${lines.slice(0, lines.length / 2).join('\n')}\n`;

/** Shell scripts that execute "$@" with too little room in the working directory. */
const scripts = {
  'a limit on the size of files': 'ulimit -f 40; exec "$@"',
  // A file system of 200 kB over the folder, with 40 kB left. It lasts as long as the shell, so its files are copied in
  // and out.
  'a file system that is nearly full': `
    folder=$PWD
    cp -r "$folder" "$folder.copy" && mount -t tmpfs -o size=200k none "$folder" || exit 99
    cd "$folder" && cp -r "$folder.copy/." . && rm -r "$folder.copy" || exit 99
    dd if=/dev/zero of="$folder/filling" 2> /dev/null; truncate -s -40k filling
    "$@"; code=$?
    rm filling; cp -r . "$folder.copy" && cd / && umount "$folder" && rm -rf "$folder"/* && cp -r "$folder.copy/." "$folder"
    exit $code`,
};

/** A namespace in which anybody may mount, where the system allows that. */
const PRIVATE = ['--user', '--map-root-user', '--mount'];
const mayMount = (await execa('unshare', [...PRIVATE, 'mount', '-t', 'tmpfs', 'none', '/mnt'], { reject: false }))
  .exitCode;
const circumstances = Object.entries(scripts).filter(([, script]) => mayMount === 0 || !needsMount(script));

function needsMount(script: string): boolean {
  return script.includes('mount');
}

describe.each(circumstances)('%s', (circumstance, script) => {
  /** Executes the program with too little room in a folder that holds one file, and tells what is there afterwards. */
  async function withoutRoom(name: string, contents: string | undefined, args: readonly string[]) {
    const cwd = path(`${circumstance}, ${name}`);
    mkdirSync(cwd);
    if (contents !== undefined) writeFileSync(join(cwd, 'x.ledger'), contents);
    const shell = ['unshare', ...PRIVATE, 'bash', '-c', script, 'bash'].slice(
      needsMount(script) ? 0 : 1 + PRIVATE.length,
    );
    const [command = '', ...words] = [...shell, process.execPath, PROGRAM, ...args];
    const { stdout, stderr, exitCode } = await execa(command, words, { cwd, reject: false });
    const files = readdirSync(cwd);
    const after = files.map((file) => readFileSync(join(cwd, file), 'utf8') === contents);
    return { stdout, stderr, exitCode, files, isUnchanged: after.every((same) => same) };
  }

  const reason = needsMount(script) ? 'no space left on the disk' : 'file too large';

  test('--repair leaves the file as it was', async () => {
    expect(await withoutRoom('repair', damaged, [...COUNT, 'x.ledger', '--repair'])).toEqual({
      ...{ stdout: '', exitCode: 1, files: ['x.ledger'], isUnchanged: true },
      stderr: `queens-par: x.ledger cannot be repaired and is as it was: ${reason}`,
    });
  });

  test('merge --out leaves an existing file as it was', async () => {
    expect(await withoutRoom('merge', half, ['merge', source, '--out', 'x.ledger'])).toEqual({
      ...{ stdout: '', exitCode: 1, files: ['x.ledger'], isUnchanged: true },
      stderr: `queens-par: x.ledger cannot be written and is as it was: ${reason}`,
    });
  });

  test('merge --out leaves no part of a new file', async () => {
    expect(await withoutRoom('new', undefined, ['merge', source, '--out', 'x.ledger'])).toEqual({
      ...{ stdout: '', exitCode: 1, files: [], isUnchanged: true },
      stderr: `queens-par: x.ledger cannot be written and is as it was: ${reason}`,
    });
  });
});
