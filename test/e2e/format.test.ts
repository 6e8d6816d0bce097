import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../ledger/folder.js';
import { queensPar } from './program.js';

const path = temporaryFolder();

beforeAll(async () => {
  await queensPar(['8', '--checkpoint', path('8.ledger'), '--quiet']);
});

describe('--format', () => {
  test('of sequence', async () => {
    const csv = await queensPar(['sequence', '14..15', '--format', 'csv']);
    expect(csv.stdout).toBe('n,count,agreement\n14,365596,agrees\n15,2279184,agrees');
    const markdown = await queensPar(['sequence', '14..15', '--format', 'markdown']);
    expect(markdown.stdout.split('\n')).toEqual([
      '|   n |   A000170 | published |',
      '| --: | --------: | --------- |',
      '|  14 |   365,596 | agrees    |',
      '|  15 | 2,279,184 | agrees    |',
    ]);
  });

  test('of compare', async () => {
    const csv = await queensPar(['compare', '8', '--format', 'csv', '-q']);
    const [head, spared, ran] = csv.stdout.split('\n');
    expect(head).toBe('name,ran,visits,searchSpace,nodes,tests,count,seconds,ratioToBitmask');
    expect(spared).toMatch(/^combinations,false,boards,4426165368,4426165368,,,[\d.e+-]+,[\d.e+-]+$/);
    expect(ran).toMatch(/^columns-product,true,boards,16777216,16777216,50199400,92,[\d.e+-]+,[\d.e+-]+$/);
    const markdown = await queensPar(['compare', '4', '--format', 'markdown', '-q']);
    expect(markdown.stdout).toMatch(/^\| solver +\| +search space \|/);
    expect(markdown.stdout.split('\n')).toHaveLength(2 + 9);
  });

  test('of bench', async () => {
    const csv = await queensPar(['bench', '5', '--threads', '1', '--format', 'csv']);
    const records = csv.stdout.split('\n').map((line) => line.split(',').slice(0, 4).join());
    expect(records.slice(0, 3)).toEqual(['n,count,way,threads', '1,1,kernel,1', '1,1,count,1']);
    const markdown = await queensPar(['bench', '5', '--threads', '1', '--format', 'markdown']);
    expect(markdown.stdout).toMatch(/^\| +n \| solutions \| +kernel \| +1 thread \|\n\| -+: .*\n\n.*queens-par .*$/s);
  });

  test.each(['bench', 'compare', 'sequence'])('json of %s is what --json prints', async (command) => {
    for (const args of [['--json'], ['--format', 'json'], ['--format', 'json', '--json']]) {
      const { stdout } = await queensPar([command, '4', '-q', ...args]);
      expect(JSON.parse(stdout).schema).toMatch(`queens-par/${command}/`);
    }
  });

  test('of export', async () => {
    const file = path('8.ledger');
    const csv = await queensPar(['export', file]);
    for (const args of [['--csv'], ['--format', 'csv']])
      expect(await queensPar(['export', file, ...args])).toEqual(csv);
    const ndjson = await queensPar(['export', file, '--ndjson']);
    expect(ndjson.stdout).toMatch(/^\{/);
    expect(await queensPar(['export', file, '--format', 'ndjson'])).toEqual(ndjson);
  });
});

describe('two formats at once', () => {
  test.each([
    [['bench', '4', '--json', '--format', 'csv'], 'take one of --json and --format'],
    [['compare', '4', '--json', '--format', 'table'], 'take one of --json and --format'],
    [['sequence', '1..4', '--json', '--format', 'b-file'], 'take one of --json and --format'],
    [['export', 'x', '--ndjson', '--format', 'csv'], 'take one of --format, --csv and --ndjson'],
    [['export', 'x', '--csv', '--ndjson'], 'take one of --csv and --ndjson'],
    [['trace', '4', '--json', '--boards'], '--boards draws; --json does not'],
    [['trace', '4', '--json', '--step'], 'take one of --json and --step'],
  ])('%j is an error', async (args, message) => {
    expect(await queensPar(args)).toEqual({ stdout: '', stderr: `queens-par: ${message}`, exitCode: 2 });
  });

  test.each([
    [{ QUEENS_PAR_FORMAT: 'csv' }, ['sequence', '4'], /^n,count/],
    [{ QUEENS_PAR_FORMAT: 'csv' }, ['sequence', '4', '--json'], /^\{/],
    [{ QUEENS_PAR_JSON: '1' }, ['sequence', '4', '--format', 'csv'], /^n,count/],
    [{ QUEENS_PAR_FORMAT: 'ndjson' }, ['export', path('8.ledger'), '--csv'], /^n,algorithm/],
    [{ QUEENS_PAR_NDJSON: '1' }, ['export', path('8.ledger'), '--format', 'csv'], /^n,algorithm/],
    [{ QUEENS_PAR_CSV: '1' }, ['export', path('8.ledger'), '--format', 'ndjson'], /^\{/],
  ])('%j gives way to the command line %j', async (env, args, output) => {
    const { stdout, exitCode } = await queensPar(args, { env });
    expect(stdout).toMatch(output);
    expect(exitCode).toBe(0);
  });
});
