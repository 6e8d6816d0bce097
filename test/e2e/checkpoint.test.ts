import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { jsonSchemas } from '../../src/commands/json-schemas.js';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import type { Plan } from '../../src/plan/plan.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ledgerText } from '../ledger/ledger-text.js';
import { countOnce, idsIn } from './ledger-file.js';
import { PROGRAM, queensPar } from './program.js';

const path = temporaryFolder();
/** Ids of subproblems that older versions made, and of the plan for two threads: n, megabytes a thread, and the hash. */
const OLD_PLANS: readonly [id: string, n: number, megabytes: number, hash: string][] = [
  ['banded-16-00-9-0', 16, 256, '721a3b6feaf72ce7d6563a8a31ad338d36001fd31717bd58955d78a485818b3e'],
  ['plain-22-18-7e001', 22, 256, 'd0c4e7dfa197fa06b94141aaf7bb122e533b7117dbc1e385099aa62152488c50'],
  ['plain-22-22-1ff801', 22, 100, '506eba8913eeff22ef9d52e7bc23adafb8ac41302a1ddbf056969d056f206faa'],
];

const BITMASK = ['--algorithm', 'bitmask', '--threads', '2'];

describe('--checkpoint', () => {
  test('a second run of the same command has nothing left to count', async () => {
    const args = ['14', ...BITMASK, '--checkpoint', path('14.ledger')];
    expect(await queensPar(args)).toMatchObject({ stdout: '365596', exitCode: 0 });
    const { stdout, stderr } = await queensPar(args);
    expect(stdout).toBe('365596');
    expect(stderr).toMatch(/\(bitmask, 78 of 78 subproblems from before\); agrees with A000170\.$/);
    expect(countOnce(idsIn(path('14.ledger')))).toBe(78);
    const json = await queensPar([...args, '--json', '--quiet']);
    expect(JSON.parse(json.stdout)).toMatchObject({ count: '365596', subproblems: 78, resumed: 78, threads: 1 });
  });

  test('works with meet in the middle', async () => {
    const args = ['16', '--threads', '2', '--checkpoint', path('16.ledger'), '--quiet'];
    expect(await queensPar(args)).toMatchObject({ stdout: '14772512' });
    const lines = readFileSync(path('16.ledger'), 'utf8').split('\n');
    writeFileSync(path('16.ledger'), lines.slice(0, 5).join('\n'));
    expect(await queensPar(args)).toMatchObject({ stdout: '14772512' });
    expect(countOnce(idsIn(path('16.ledger')))).toBe(lines.length - 2);
  });

  test('a damaged line is an error, which --repair mends', async () => {
    const args = ['10', ...BITMASK, '--checkpoint', path('10.ledger')];
    await queensPar(args);
    const lines = readFileSync(path('10.ledger'), 'utf8').split('\n');
    lines[7] = `1${lines[7]}`;
    writeFileSync(path('10.ledger'), lines.join('\n'));
    const damaged = await queensPar(args);
    const error = `queens-par: ${path('10.ledger')}: line 8 is damaged; --repair drops it, to be counted again`;
    expect(damaged).toEqual({ stdout: '', stderr: error, exitCode: 1 });
    const repaired = await queensPar([...args, '--repair']);
    expect(repaired).toMatchObject({ stdout: '724', exitCode: 0 });
    expect(repaired.stderr).toContain(`Dropped from ${path('10.ledger')}: 1 damaged line (8).`);
    expect(await queensPar(args)).toMatchObject({ stdout: '724', exitCode: 0 });
  });

  test.each(OLD_PLANS)(
    'a file with %s, of a plan that an older version made, is refused in one line, and is left as it is',
    async (id, n, megabytes, hash) => {
      const file = path('old.ledger');
      const options = { threads: 2, memory: megabytes * 2 ** 20 };
      const plan: Plan = { n, algorithm: 'meet', options, hash, subproblems: planBitmask(n, 0).subproblems, cost: 1 };
      const text = ledgerText(plan, [{ id, count: 301_904, work: 19_267_584, milliseconds: 2.5 }]);
      writeFileSync(file, text);
      const refusal = new RegExp(
        `^queens-par: \\S+old\\.ledger, written by queens-par 0\\.1\\.0: its plan is ${hash}; this version makes (?!${hash})(\\w{64}|none) of the same options(, because n = 22 needs at least \\d+ megabytes of memory a thread, not 100)?\\. Finish it with the version that began it, or count into another file$`,
      );
      for (const args of [
        [`${n}`, '--checkpoint', file],
        [`${n}`, '--checkpoint', file, '--repair'],
        ['merge', file],
      ]) {
        const { stdout, stderr, exitCode } = await queensPar(args);
        expect(stderr).toMatch(refusal);
        expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
        expect(readFileSync(file, 'utf8')).toBe(text);
      }
    },
  );

  test('another n is refused in one line', async () => {
    const { stdout, stderr, exitCode } = await queensPar(['13', '--checkpoint', path('14.ledger')]);
    expect(stderr).toMatch(/^queens-par: \S+14\.ledger is for n = 14, not 13$/);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });
});

describe('--part and merge', () => {
  const part = (k: number) => ['14', '--part', `${k}/3`, '--out', path(`part ${k}`), '--threads', '2'];
  const merge = (...parts: number[]) => queensPar(['merge', ...parts.map((k) => path(`part ${k}`))]);

  test('parts add up to the whole, and the command that merge prints counts what is missing', async () => {
    for (const k of [1, 3]) {
      const { stdout, stderr, exitCode } = await queensPar(part(k));
      expect(stderr).toMatch(new RegExp(`^14 queens, part ${k}/3: \\d+ subproblems counted in `));
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
    }
    const { stdout, stderr, exitCode } = await merge(1, 3);
    expect(stderr).toMatch(
      /^queens-par: \d+ of \d+ subproblems are missing: there is no total yet\. Count them with\n/,
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });

    const [, command = ''] = stderr.split('\n');
    expect(command).toBe(`  queens-par 14 --part 2/3 --out part-2-of-3.ledger --plan-of '${path('part 1')}'`);
    await execa('bash', ['-c', command.replace('queens-par', '"$0" "$1"'), process.execPath, PROGRAM], {
      cwd: path(''),
    });
    copyFileSync(path('part-2-of-3.ledger'), path('part 2'));
    const merged = await merge(3, 2, 1, 2);
    expect(merged).toMatchObject({ stdout: '365596', exitCode: 0 });
    expect(merged.stderr).toMatch(
      /^14 queens: 365,596 solutions, from \d+ subproblems in 4 files; agrees with A000170\.$/,
    );
  });

  test('a part that a small plan has nothing for says so', async () => {
    const { stdout, stderr, exitCode } = await queensPar(['14', '--part', '90/99', '--out', path('90')]);
    expect(stderr).toMatch(/^14 queens, part 90\/99 is empty: the plan has \d+ subproblems\.$/);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
  });

  test('a merged file can be audited and exported', async () => {
    const files = [1, 2, 3].map((k) => path(`part ${k}`));
    await queensPar(['merge', ...files, '--out', path('merged')]);
    const csv = await queensPar(['export', path('merged')]);
    const [head, ...rows] = csv.stdout.split('\n').map((line) => line.split(','));
    expect(head).toEqual(['n', 'algorithm', 'id', 'weight', 'count', 'work', 'seconds']);
    expect(rows.reduce((sum, row) => sum + Number(row[3]) * Number(row[4]), 0)).toBe(365596);
    const ndjson = await queensPar(['export', '--ndjson', path('merged')]);
    const records = ndjson.stdout.split('\n').map((line) => JSON.parse(line));
    expect(records.reduce((sum, { weight, count }) => sum + BigInt(weight) * BigInt(count), 0n)).toBe(365596n);
    expect(records[0]).toMatchObject({ n: 14, algorithm: 'meet', variant: 'wide', count: expect.any(String) });

    const audit = await queensPar(['audit', path('merged'), '--sample', '2', '--seed', '7']);
    expect(audit.stdout).toMatch(
      /merged, 14 queens: 2 of \d+ finished subproblems counted again by the readable kernel: all agree \(seed 7\)\.$/,
    );
    expect(audit.exitCode).toBe(0);
  });

  test('a wrong count is found by an audit', async () => {
    const fault = new URL('faults/kernel-miscounts.mjs', import.meta.url);
    const args = ['9', '--algorithm', 'bitmask', '--checkpoint', path('wrong'), '--quiet'];
    await queensPar(args, { env: { NODE_OPTIONS: `--import=${fault}` } });
    const { stdout, stderr, exitCode } = await queensPar(['audit', path('wrong'), '--sample', '100%', '--json']);
    const { recounted, mirrored, disagreements } = jsonSchemas.audit.parse(JSON.parse(stdout));
    expect({ recounted, mirrored }).toEqual({ recounted: 28, mirrored: 28 });
    expect(disagreements).toHaveLength(56); // with the other kernel and with the mirror image
    expect(stderr.split('\n')).toHaveLength(56);
    expect(exitCode).toBe(1);

    const text = await queensPar(['audit', path('wrong'), '--sample', '1', '--seed', '1']);
    expect(text.stdout).toMatch(/ 1 of 28 finished subproblems .*: 1 DISAGREES \(seed 1\)\.$/);
    for (const again of [args.filter((arg) => arg !== '--quiet'), ['merge', path('wrong')]]) {
      const { stderr, exitCode } = await queensPar(again);
      expect(stderr).toMatch(/; DIFFERS FROM A000170, .*: a file, .*; queens-par audit FILE --sample 100% finds/);
      expect(exitCode).toBe(1);
    }
  });
});

describe('--verify', () => {
  test('counts twice and says by which algorithm', async () => {
    const { stdout, stderr } = await queensPar(['14', '--verify', '--threads', '2']);
    expect(stdout).toBe('365596');
    expect(stderr).toMatch(/\(meet\); bitmask counts the same in [\d.]+m?s; agrees with A000170\.$/);
    const json = await queensPar(['8', '--verify', '--json', '--quiet']);
    expect(JSON.parse(json.stdout)).toMatchObject({ count: '92', verified: { algorithm: 'meet', kernel: 'fast' } });
  });

  test('keeps the second count in a file of its own, which is gone on with', async () => {
    const second = path('verified.verify');
    const args = ['14', '--verify', '--threads', '2', '--checkpoint', path('verified'), '--json', '--quiet'];
    const result = { count: '365596', algorithm: 'meet', verified: { algorithm: 'bitmask' } };
    expect(JSON.parse((await queensPar(args)).stdout)).toMatchObject(result);
    const whole = readFileSync(second, 'utf8').split('\n');
    writeFileSync(second, `${whole.slice(0, 21).join('\n')}\n${whole[21]?.slice(0, 5)}`);

    expect(JSON.parse((await queensPar(args)).stdout)).toMatchObject(result);
    expect(readFileSync(second, 'utf8').split('\n').slice(0, 21)).toEqual(whole.slice(0, 21));
    expect(countOnce(idsIn(second))).toBe(whole.length - 2);
    expect(await queensPar(['merge', second])).toMatchObject({ stdout: '365596', exitCode: 0 });
  });

  test('two counts that differ are both shown, and neither is the result', async () => {
    const fault = new URL('faults/kernel-miscounts.mjs', import.meta.url);
    const { stdout, stderr, exitCode } = await queensPar(['3', '--verify'], {
      env: { NODE_OPTIONS: `--import=${fault}` },
    });
    expect(stderr).toMatch(
      /^queens-par: two counts of 3 queens differ: 2 \(bitmask, fast kernel\) and 0 \(bitmask, readable kernel\)/,
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  });
});

describe('bad input: one line and exit code 2', () => {
  test.each<[string[], string]>([
    [['8', '--part', '1/2'], '--part needs --out FILE, to write its counts to'],
    [['8', '--out', 'x'], '--out is for --part; a whole count has --checkpoint FILE'],
    [['8', '--part', '1/2', '--out', 'x', '--checkpoint', 'y'], '--part has no --checkpoint: the file of --out is one'],
    [['8', '--part', '3/2', '--out', 'x'], '--part must be like 3/16, from 1/16 to 16/16, not "3/2"'],
    [['8', '--repair'], '--repair needs the file, as --checkpoint FILE'],
    [['8', '--plan-of', 'x'], '--plan-of is for counting into a file: --checkpoint FILE, or --part'],
    [['8', '--checkpoint='], '--checkpoint needs a value (queens-par --help tells more)'],
    [
      ['8', '--part', '1/2', '--out', 'x', '--verify'],
      '--verify is for whole counts; a part can be checked by queens-par audit',
    ],
    [['merge'], 'give the files to merge, as in: queens-par merge *.ledger (queens-par merge --help tells more)'],
    [['merge', '/nonexistent/x'], '/nonexistent/x cannot be read: no such file or directory'],
    [['audit'], 'give the file, as in: queens-par audit 16.ledger (queens-par audit --help tells more)'],
    [['audit', 'x', '--sample', '200%'], '--sample must be like 1% or 20, not "200%"'],
    [['export', 'x', '--csv', '--ndjson'], 'take one of --csv and --ndjson'],
  ])('%j', async (args, message) => {
    expect(await queensPar(args)).toEqual({ stdout: '', stderr: `queens-par: ${message}`, exitCode: 2 });
  });
});

test('a count without a file loads one file of the program, behind its door, and no package', async () => {
  const folder = path('loaded');
  await queensPar(['8'], { env: { NODE_V8_COVERAGE: folder } });
  const loaded = await execa('grep', ['-rhoE', '"url":"[^"]+"', folder]);
  const files = [...loaded.stdout.matchAll(/"file:\S+?\/(?:dist\/cli|node_modules)\/(\S+)"/g)].map(([, file]) => file);
  expect(files).toEqual(['queens-par.cjs', 'program.cjs']);
});
