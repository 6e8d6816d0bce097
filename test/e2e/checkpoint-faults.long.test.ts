import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { has, MOUNTING } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { A000170 } from '../vectors/a000170.js';
import { countOnce, idsIn } from './ledger-file.js';
import { PROGRAM, queensPar } from './program.js';

const path = temporaryFolder();

/** Returns the arguments of a count with many short subproblems, which can be interrupted at any time. */
function bitmask(n: number, file: string, ...more: string[]): string[] {
  return [String(n), '--algorithm', 'bitmask', '--depth', '3', '--threads', '2', '--checkpoint', file, ...more];
}

describe('kill -9', () => {
  test('after 100 kills at random moments, no subproblem is lost or saved twice, and the total is exact', async () => {
    for (let kills = 0, run = 0; kills < 100; run++) {
      const n = 13 + (run % 3);
      const file = path(`kill ${n}`);
      const before = existsSync(file) ? idsIn(file) : [];
      const child = spawn(process.execPath, [PROGRAM, ...bitmask(n, file, '--quiet', '--json')]);
      let stdout = '';
      child.stdout.on('data', (text) => {
        stdout += text;
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), randomInt(30, 400));
      const [exitCode] = await once(child, 'close');
      clearTimeout(timer);
      const after = existsSync(file) ? idsIn(file) : [];
      expect(after.slice(0, before.length)).toEqual(before);
      expect(countOnce(after)).toBe(after.length);
      if (exitCode === null) {
        kills++;
        continue;
      }
      const result = JSON.parse(stdout);
      expect(result).toMatchObject({ n, count: String(A000170[n]), resumed: before.length, subproblems: after.length });
      rmSync(file);
    }
    for (const n of [13, 14, 15]) {
      expect(await queensPar(bitmask(n, path(`kill ${n}`), '--quiet'))).toMatchObject({ stdout: String(A000170[n]) });
    }
  }, 600_000);
});

describe('a count on a full disk', () => {
  const keeping = '"$@"; code=$?; cp "$FOLDER/full" "$KEPT"; exit $code';
  const places: [name: string, script: string, wrapper: readonly string[]][] = [
    ['a limit on the size of files', `ulimit -f 8; ${keeping}`, []],
  ];
  const mount = 'mount -t tmpfs -o size=16k none "$FOLDER"';
  if (has('unshare')) places.push(['a full file system', `${mount} || exit 99; ${keeping}`, MOUNTING]);

  test.each(places)('%s ends the count, which can be resumed from a copy', async (name, script, wrapper) => {
    const [folder, kept] = [path(name), path(`${name}, kept`)];
    mkdirSync(folder);
    const count = [process.execPath, PROGRAM, ...bitmask(15, `${folder}/full`)];
    const options = { reject: false, env: { FOLDER: folder, KEPT: kept } };
    const { stdout, stderr, exitCode } = await execa(options)`${wrapper} bash -c ${script} bash ${count}`;
    // On a busy machine, a line about the planning comes first.
    expect(stderr).toMatch(
      /^queens-par: could not write \S.*full: (no space left on the disk|the file would .*)\. The file's contents/m,
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    const before = idsIn(kept);
    expect(before.length).toBeGreaterThan(50);
    expect(await queensPar(bitmask(15, kept, '--quiet'))).toMatchObject({ stdout: '2279184' });
    expect(idsIn(kept).slice(0, before.length)).toEqual(before);
  });
});
