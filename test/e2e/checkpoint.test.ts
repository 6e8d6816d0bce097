import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, test, vi } from 'vitest';
import { has } from '../machine.js';
import { countOnce, idsIn } from './ledger-file.js';
import { faultyEnvironment, PROGRAM } from './program.js';
import { sandbox } from './sandbox.js';

const { path, read, run, start, write } = sandbox();
const BITMASK = '--algorithm bitmask --threads 2';

/** Runs a line of bash, in which `queens-par` is the program. */
function bash(line: string) {
  const call = line.replaceAll('queens-par', `"${process.execPath}" "${PROGRAM}"`);
  return execa({ cwd: path(''), reject: false })`bash -c ${call}`;
}

/** Returns the lines of a ledger file without times and checksums, sorted. */
function entriesIn(name: string): string[] {
  const [, ...lines] = read(name).trim().split('\n');
  return lines.map((line) => line.split(' ').slice(0, 3).join(' ')).sort();
}

describe('--checkpoint', () => {
  test('the same command counts nothing the second time', async () => {
    const count = `14 ${BITMASK} --checkpoint 14.ledger`;
    expect(await run(count)).toMatchObject({ stdout: '365596', exitCode: 0 });
    const { stdout, stderr } = await run(count);
    expect(stdout).toBe('365596');
    expect(stderr).toContain('(bitmask, all counted earlier)');
    expect(countOnce(idsIn(path('14.ledger')))).toBe(78);
    const json = await run(`${count} --json --quiet`);
    expect(JSON.parse(json.stdout)).toMatchObject({ count: '365596', subproblems: 78, resumed: 78, threads: 1 });
  });

  test('a count is resumed, audited and merged with other memory and other threads', async () => {
    await run('16 --memory 100 --threads 2 --checkpoint one.ledger');
    await run('16 --memory 16 --threads 1 --checkpoint other.ledger');
    expect(entriesIn('one.ledger')).toEqual(entriesIn('other.ledger'));
    const resumed = await run('16 --memory 200 --threads 1 --checkpoint one.ledger');
    expect(resumed).toMatchObject({ stdout: '14772512', exitCode: 0 });
    expect(resumed.stderr).toContain('all counted earlier');
    expect(await run('merge one.ledger other.ledger')).toMatchObject({ stdout: '14772512', exitCode: 0 });
    expect(await run('audit one.ledger --kernel fast --sample 100% --memory 2')).toMatchObject({ exitCode: 0 });
  });

  test.runIf(has('posix'))(
    'a checkpoint that another program changes is rewritten, with a warning even if --quiet is given',
    async () => {
      const file = path('changed.ledger');
      const count = start(`18 ${BITMASK} --depth 4 --checkpoint changed.ledger --quiet`);
      const untilCounting = () =>
        vi.waitFor(() => expect(idsIn(file).length).toBeGreaterThan(20), { timeout: 60_000, interval: 5 });
      await untilCounting();
      rmSync(file);
      await untilCounting();
      expect(await run('merge changed.ledger')).toMatchObject({ stdout: '', exitCode: 1 }); // readable, but incomplete
      await vi.waitFor(() => {
        rmSync(file, { force: true });
        mkdirSync(file); // fails if the program has already written another file; a file cannot replace a folder
      });
      const { stdout, stderr, exitCode } = await count.end;
      expect(stderr.match(/Another program changed/g)).toHaveLength(1);
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    },
  );

  test('--repair rebuilds a damaged first line of a whole count and of a part, on any number of threads', async () => {
    for (const [n, file, options] of [
      [16, 'whole first', '--threads 8 --checkpoint'],
      [12, 'part first', '--part 1/2 --depth 3 --out'],
    ] as const) {
      const line = [String(n), ...options.split(' '), file];
      await run([...line, '--quiet']);
      const right = read(file);
      write(file, right.replace(`"n":${n}`, `"n":${n + 1}`));
      const refused = await run(line);
      expect(refused.stderr).toMatch(/line 1, .*, is damaged; add --repair to the command that started the count/);
      expect(refused.exitCode).toBe(1);
      const repaired = await run([...line.map((word) => (word === '8' ? '1' : word)), '--repair']);
      expect(repaired).toMatchObject({ stderr: expect.stringContaining('Rebuilt line 1 of'), exitCode: 0 });
      expect(read(file)).toBe(right);
    }
  });
});

describe('--part and merge', () => {
  test('merge adds up the parts, and prints a command that counts the missing part', async () => {
    for (const k of [1, 3]) {
      const { stdout, stderr, exitCode } = await run(`15 --part ${k}/3 --out part-${k} --threads 2`);
      expect(stderr).toMatch(new RegExp(`^15 queens, part ${k}/3: \\d+ subproblems counted in `));
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
    }
    const { stdout, stderr, exitCode } = await run('merge part-1 part-3');
    expect(stderr).toMatch(/^queens-par: \d+ of \d+ subproblems are missing/);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    const [, command = ''] = stderr.split('\n');
    expect(command).toBe('  queens-par 15 --part 2/3 --out part-2-of-3.ledger --algorithm meet');
    await run(command.replace('  queens-par ', ''));
    copyFileSync(path('part-2-of-3.ledger'), path('part-2'));
    const merged = await run('merge part-3 part-2 part-1 part-2');
    expect(merged).toMatchObject({ stdout: '2279184', exitCode: 0 });
    expect(merged.stderr).toMatch(/^15 queens: 2,279,184 solutions, .* in 4 files; agrees with A000170\.$/);
  });

  test.runIf(has('bash'))('merge, status and export read pipes and standard input', async () => {
    expect((await bash('cat part-1 | queens-par merge - part-2 <(cat part-3)')).stdout).toBe('2279184');
    expect((await bash('queens-par export - < part-1')).stdout).toMatch(/^n,algorithm,id,.*\n15,meet,/);
    expect((await bash('cat part-1 | queens-par status /dev/stdin')).stdout).toContain('part 1/3');
  });

  test.runIf(has('bash'))(
    'merge says how to send several files, and never names standard input as a file',
    async () => {
      const { stderr, exitCode } = await bash('cat part-1 part-2 | queens-par merge -');
      expect(stderr).toMatch(
        /^queens-par: -: line \d+ begins another .* merge <\(ssh HOST cat 1\.ledger\) .* --out FILE --repair/,
      );
      expect(exitCode).toBe(1);
    },
  );

  test('the command for a missing part of bitmask names its depth', async () => {
    await run('12 --part 1/2 --depth 3 --out deep');
    const { stderr } = await run('merge deep');
    expect(stderr).toMatch(/^ {2}queens-par 12 --part 2\/2 --out part-2-of-2\.ledger --depth 3$/m);
  });

  test('a part without subproblems prints that it is empty', async () => {
    const { stdout, stderr, exitCode } = await run('15 --part 90/99 --out 90');
    expect(stderr).toMatch(/^15 queens, part 90\/99 is empty: the plan has \d+ subproblems\.$/);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
  });

  test('files are merged in two steps and exported', async () => {
    expect(await run('merge part-1 part-3 --out merged')).toMatchObject({ stdout: '', exitCode: 1 });
    expect(await run('merge part-2 --out merged')).toMatchObject({ stdout: '2279184', exitCode: 0 });
    const csv = await run('export merged');
    const [head, ...rows] = csv.stdout.split('\n').map((line) => line.split(','));
    expect(head).toEqual(['n', 'algorithm', 'id', 'weight', 'count', 'work', 'seconds']);
    expect(rows.reduce((sum, row) => sum + Number(row[3]) * Number(row[4]), 0)).toBe(2279184);
  });

  test('an id in CSV is not a number', async () => {
    await run('12 --algorithm bitmask --checkpoint ids --quiet');
    const { stdout } = await run('export ids');
    const rows = stdout.split('\n').slice(1);
    const ids = rows.map((row) => row.split(',')[2] ?? '');
    expect(ids).toContain('s1.10');
    expect(ids.filter((id) => !Number.isNaN(Number(id)))).toEqual([]);
  });

  test('an audit finds wrong counts', async () => {
    const count = '9 --algorithm bitmask --checkpoint wrong';
    await run(count, faultyEnvironment('kernel-miscounts'));
    const { stdout, stderr, exitCode } = await run('audit wrong --sample 100% --json');
    const { recounted, disagreements } = JSON.parse(stdout);
    expect(recounted).toBe(28);
    expect(disagreements).toHaveLength(28);
    expect(stderr.split('\n')).toHaveLength(28);
    expect(exitCode).toBe(1);

    for (const line of [count, 'merge wrong']) {
      const { stderr, exitCode } = await run(line);
      expect(stderr).toMatch(/; DIFFERS FROM A000170, .*: queens-par audit wrong --sample 100%/);
      expect(exitCode).toBe(1);
    }
  });
});

describe('--verify', () => {
  test('the second count has its own file, from which it is resumed', async () => {
    const count = '15 --verify --threads 2 --checkpoint verified';
    const result = { count: '2279184', algorithm: 'meet', verified: { algorithm: 'bitmask' } };
    expect(JSON.parse((await run(`${count} --json --quiet`)).stdout)).toMatchObject(result);
    const whole = read('verified.verify').split('\n');
    write('verified.verify', `${whole.slice(0, 21).join('\n')}\n${whole[21]?.slice(0, 5)}`);

    expect(JSON.parse((await run(`${count} --json --quiet`)).stdout)).toMatchObject(result);
    expect(read('verified.verify').split('\n').slice(0, 21)).toEqual(whole.slice(0, 21));
    expect(countOnce(idsIn(path('verified.verify')))).toBe(whole.length - 2);
    expect((await run(count)).stderr).toContain('; bitmask gives the same count (counted earlier); agrees');
    expect(await run('merge verified.verify')).toMatchObject({ stdout: '2279184', exitCode: 0 });
  });
});
