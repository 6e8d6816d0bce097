import { beforeAll, expect, test } from 'vitest';
import { type JsonOf, jsonSchemas } from '../../src/commands/json-schemas.js';
import { temporaryFolder } from '../ledger/folder.js';
import { queensPar } from './program.js';

const path = temporaryFolder();

/** A checkpoint of each algorithm, for the commands that read one. */
beforeAll(async () => {
  for (const algorithm of ['bitmask', 'meet']) {
    await queensPar(['10', '--algorithm', algorithm, '--threads', '1', '--checkpoint', path(algorithm), '--quiet']);
  }
});

/** The command lines whose output each schema is of. The output of `cluster status` is checked in test/cluster. */
const LINES: Record<Exclude<keyof typeof jsonSchemas, 'cluster status'>, readonly (() => string[])[]> = {
  count: [() => ['8', '--json'], () => ['8', '--json', '--verify'], () => ['8', '--json', '--kernel', 'readable']],
  'count --part': [() => ['10', '--part', '2/3', '--out', path('part'), '--json', '-q']],
  merge: [() => ['merge', path('meet'), '--json']],
  audit: [() => ['audit', path('bitmask'), '--json'], () => ['audit', path('meet'), '--json', '--seed', '1']],
  plan: ['bitmask', 'meet'].flatMap((name) => [
    () => ['plan', '8', '--json', '--algorithm', name],
    () => ['plan', '9', '--json', '--algorithm', name],
    () => ['plan', '18', '--json', '--algorithm', name],
  ]),
  forecast: [() => ['forecast', '27', '--json', '--machines', '3'], () => ['forecast', '28', '--json']],
  bench: [() => ['bench', '7', '--json', '--threads', '2']],
  compare: [() => ['compare', '5', '--json'], () => ['compare', '7', '--json']],
  classes: [() => ['classes', '8', '--json'], () => ['classes', '20', '--published', '--json']],
  sequence: [() => ['sequence', '1..8', '--json'], () => ['sequence', '28', '--id', 'A033148', '--json']],
  trace: [
    () => ['trace', '4', '--json'],
    () => ['trace', '4', '--json', '--solver', 'bitmask'],
    () => ['trace', '32', '--json', '--solver', 'bitmask', '--limit', '900'],
    () => ['trace', '3', '--json', '--solver', 'combinations', '--limit', '7'],
  ],
  version: [() => ['version', '--json']],
  'export --ndjson': [() => ['export', path('meet'), '--ndjson'], () => ['export', path('bitmask'), '--ndjson']],
  'solve --format ndjson': [
    () => ['solve', '6', '--format', 'ndjson'],
    () => ['solve', '6', '--format', 'ndjson', '--fundamental'],
  ],
};

const cases = Object.entries(LINES).flatMap(([name, lines]) => {
  // The table has these names alone.
  return lines.map((line, i) => [name as keyof typeof LINES, i + 1, line] as const);
});

test.each(cases)('the output of %s is as its schema says (%i)', async (name, _, line) => {
  const { stdout } = await queensPar(line());
  const lines = stdout.split('\n').map((text) => JSON.parse(text));
  for (const output of lines) expect(jsonSchemas[name].parse(output)).toEqual(output);
  if (!name.includes('ndjson')) expect(lines).toHaveLength(1);
});

test('a schema refuses fields that it does not know, and numbers where digits belong', async () => {
  const { stdout } = await queensPar(['8', '--json']);
  const output: JsonOf<'count'> = JSON.parse(stdout);
  expect(jsonSchemas.count.safeParse({ ...output, more: 1 }).success).toBe(false);
  expect(jsonSchemas.count.safeParse({ ...output, count: 92 }).success).toBe(false);
});
