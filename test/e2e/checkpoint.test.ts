import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../ledger/folder.js';
import { has } from '../machine.js';
import { countOnce, idsIn } from './ledger-file.js';
import { faultyEnvironment, PROGRAM, queensPar } from './program.js';

const path = temporaryFolder();
const BITMASK = ['--algorithm', 'bitmask', '--threads', '2'];

/** Returns the lines of a ledger file without times and checksums, sorted. */
function entriesIn(file: string): string[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => line.split(' ').slice(0, 3).join(' ')).sort();
}

describe('--checkpoint', () => {
  test('the same command counts nothing the second time', async () => {
    const args = ['14', ...BITMASK, '--checkpoint', path('14.ledger')];
    expect(await queensPar(args)).toMatchObject({ stdout: '365596', exitCode: 0 });
    const { stdout, stderr } = await queensPar(args);
    expect(stdout).toBe('365596');
    expect(stderr).toContain('(bitmask, all counted earlier)');
    expect(countOnce(idsIn(path('14.ledger')))).toBe(78);
    const json = await queensPar([...args, '--json', '--quiet']);
    expect(JSON.parse(json.stdout)).toMatchObject({ count: '365596', subproblems: 78, resumed: 78, threads: 1 });
  });

  test('a count is resumed, audited and merged with other memory and other threads', async () => {
    const [one, other] = [path('one.ledger'), path('other.ledger')];
    await queensPar(['16', '--memory', '100', '--threads', '2', '--checkpoint', one]);
    await queensPar(['16', '--memory', '16', '--threads', '1', '--checkpoint', other]);
    expect(entriesIn(one)).toEqual(entriesIn(other));
    const resumed = await queensPar(['16', '--memory', '200', '--threads', '1', '--checkpoint', one]);
    expect(resumed).toMatchObject({ stdout: '14772512', exitCode: 0 });
    expect(resumed.stderr).toContain('all counted earlier');
    expect(await queensPar(['merge', one, other])).toMatchObject({ stdout: '14772512', exitCode: 0 });
    const audit = ['audit', one, '--kernel', 'fast', '--sample', '100%', '--memory', '2'];
    expect(await queensPar(audit)).toMatchObject({ exitCode: 0 });
  });

  test.runIf(has('posix'))(
    'a checkpoint that another program changes is rewritten, with a warning even if --quiet is given',
    async () => {
      const file = path('changed.ledger');
      const run = execa(
        process.execPath,
        [PROGRAM, '18', ...BITMASK, '--depth', '4', '--checkpoint', file, '--quiet'],
        {
          reject: false,
        },
      );
      const untilCounting = () =>
        vi.waitFor(() => expect(idsIn(file).length).toBeGreaterThan(20), { timeout: 60_000, interval: 5 });
      await untilCounting();
      rmSync(file);
      await untilCounting();
      expect(await queensPar(['merge', file])).toMatchObject({ stdout: '', exitCode: 1 }); // readable, but incomplete
      await vi.waitFor(() => {
        rmSync(file, { force: true });
        mkdirSync(file); // fails if the program has already written another file; a file cannot replace a folder
      });
      const { stdout, stderr, exitCode } = await run;
      expect(stderr.match(/Another program changed/g)).toHaveLength(1);
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    },
  );
});

describe('--part and merge', () => {
  const part = (k: number) => ['14', '--part', `${k}/3`, '--out', path(`part ${k}`), '--threads', '2'];
  const merge = (...parts: number[]) => queensPar(['merge', ...parts.map((k) => path(`part ${k}`))]);

  test('merge adds up the parts, and prints a command that counts the missing part', async () => {
    for (const k of [1, 3]) {
      const { stdout, stderr, exitCode } = await queensPar(part(k));
      expect(stderr).toMatch(new RegExp(`^14 queens, part ${k}/3: \\d+ subproblems counted in `));
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
    }
    const { stdout, stderr, exitCode } = await merge(1, 3);
    expect(stderr).toMatch(/^queens-par: \d+ of \d+ subproblems are missing/);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    const [, command = ''] = stderr.split('\n');
    expect(command).toBe(`  queens-par 14 --part 2/3 --out part-2-of-3.ledger --algorithm meet`);
    const line = command.trim().replace('queens-par', `"${process.execPath}" "${PROGRAM}"`);
    await execa(line, { cwd: path(''), shell: true });
    copyFileSync(path('part-2-of-3.ledger'), path('part 2'));
    const merged = await merge(3, 2, 1, 2);
    expect(merged).toMatchObject({ stdout: '365596', exitCode: 0 });
    expect(merged.stderr).toMatch(/^14 queens: 365,596 solutions, .* in 4 files; agrees with A000170\.$/);
  });

  test.runIf(has('bash'))('merge, status and export read pipes and standard input', async () => {
    const read = (line: string) =>
      execa({ cwd: path(''), env: { Q: PROGRAM, NODE: process.execPath } })`bash -c ${line}`;
    const merged = await read('cat "part 1" | "$NODE" "$Q" merge - "part 2" <(cat "part 3")');
    expect(merged.stdout).toBe('365596');
    expect((await read('"$NODE" "$Q" export - < "part 1"')).stdout).toMatch(/^n,algorithm,id,.*\n14,meet,/);
    expect((await read('cat "part 1" | "$NODE" "$Q" status /dev/stdin')).stdout).toContain('part 1/3');
  });

  test.runIf(has('bash'))(
    'merge says how to send several files, and never names standard input as a file',
    async () => {
      const merge = (line: string) =>
        execa({ cwd: path(''), env: { Q: PROGRAM, NODE: process.execPath }, reject: false })`bash -c ${line}`;
      const { stderr, exitCode } = await merge('cat "part 1" "part 2" | "$NODE" "$Q" merge -');
      expect(stderr).toMatch(
        /^queens-par: -: line \d+ begins another .* merge <\(ssh HOST cat 1\.ledger\) .* --out FILE --repair/,
      );
      expect(exitCode).toBe(1);
    },
  );

  test('the command for a missing part of bitmask names its depth', async () => {
    await queensPar(['12', '--part', '1/2', '--depth', '3', '--out', path('deep')]);
    const { stderr } = await queensPar(['merge', path('deep')]);
    expect(stderr).toMatch(/^ {2}queens-par 12 --part 2\/2 --out part-2-of-2\.ledger --depth 3$/m);
  });

  test('a part without subproblems prints that it is empty', async () => {
    const { stdout, stderr, exitCode } = await queensPar(['14', '--part', '90/99', '--out', path('90')]);
    expect(stderr).toMatch(/^14 queens, part 90\/99 is empty: the plan has \d+ subproblems\.$/);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
  });

  test('files are merged in two steps and exported', async () => {
    const [one = '', two = '', three = ''] = [1, 2, 3].map((k) => path(`part ${k}`));
    const out = ['--out', path('merged')];
    expect(await queensPar(['merge', one, three, ...out])).toMatchObject({ stdout: '', exitCode: 1 });
    expect(await queensPar(['merge', two, ...out])).toMatchObject({ stdout: '365596', exitCode: 0 });
    const csv = await queensPar(['export', path('merged')]);
    const [head, ...rows] = csv.stdout.split('\n').map((line) => line.split(','));
    expect(head).toEqual(['n', 'algorithm', 'id', 'weight', 'count', 'work', 'seconds']);
    expect(rows.reduce((sum, row) => sum + Number(row[3]) * Number(row[4]), 0)).toBe(365596);
  });

  test('an id in CSV is no number', async () => {
    await queensPar(['12', '--algorithm', 'bitmask', '--checkpoint', path('ids'), '--quiet']);
    const { stdout } = await queensPar(['export', path('ids')]);
    const ids = stdout
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[2] ?? '');
    expect(ids).toContain('s1.10');
    expect(ids.filter((id) => !Number.isNaN(Number(id)))).toEqual([]);
  });

  test('an audit finds wrong counts', async () => {
    const args = ['9', '--algorithm', 'bitmask', '--checkpoint', path('wrong'), '--quiet'];
    await queensPar(args, { env: faultyEnvironment('kernel-miscounts') });
    const { stdout, stderr, exitCode } = await queensPar(['audit', path('wrong'), '--sample', '100%', '--json']);
    const { recounted, disagreements } = JSON.parse(stdout);
    expect(recounted).toBe(28);
    expect(disagreements).toHaveLength(28);
    expect(stderr.split('\n')).toHaveLength(28);
    expect(exitCode).toBe(1);

    for (const again of [args.filter((arg) => arg !== '--quiet'), ['merge', path('wrong')]]) {
      const { stderr, exitCode } = await queensPar(again);
      expect(stderr).toMatch(/; DIFFERS FROM A000170, .*; queens-par audit FILE --sample 100%/);
      expect(exitCode).toBe(1);
    }
  });
});

describe('--verify', () => {
  test('the second count has its own file, from which it is resumed', async () => {
    const second = path('verified.verify');
    const args = ['14', '--verify', '--threads', '2', '--checkpoint', path('verified'), '--json', '--quiet'];
    const result = { count: '365596', algorithm: 'meet', verified: { algorithm: 'bitmask' } };
    expect(JSON.parse((await queensPar(args)).stdout)).toMatchObject(result);
    const whole = readFileSync(second, 'utf8').split('\n');
    writeFileSync(second, `${whole.slice(0, 21).join('\n')}\n${whole[21]?.slice(0, 5)}`);

    expect(JSON.parse((await queensPar(args)).stdout)).toMatchObject(result);
    expect(readFileSync(second, 'utf8').split('\n').slice(0, 21)).toEqual(whole.slice(0, 21));
    expect(countOnce(idsIn(second))).toBe(whole.length - 2);
    const third = await queensPar(args.filter((word) => word !== '--json' && word !== '--quiet'));
    expect(third.stderr).toContain('; bitmask gives the same count (counted earlier); agrees');
    expect(await queensPar(['merge', second])).toMatchObject({ stdout: '365596', exitCode: 0 });
  });
});
