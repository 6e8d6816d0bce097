import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { queensPar } from '../e2e/program.js';

const page = readFileSync(new URL('../../docs/solvers.md', import.meta.url), 'utf8');

/** Indented transcripts: a line with the command, and what it prints. */
const shown = [...page.matchAll(/^ {4}\$ queens-par (?<args>.*)\n(?<output>(?: {4}.*\n?)+)/gm)].map(({ groups }) => ({
  args: groups?.args ?? '',
  output: (groups?.output ?? '').replaceAll(/^ {4}/gm, '').trimEnd(),
}));

test('docs/solvers.md shows commands with their output', () => {
  expect(shown).toHaveLength([...page.matchAll(/^ *\$ /gm)].length);
  expect(shown.length).toBeGreaterThan(1);
});

test.each(shown)('queens-par $args', async ({ args, output }) => {
  expect((await queensPar(args.split(' '))).stdout).toBe(output);
});
