import { expect, test } from 'vitest';
import { queensPar } from '../e2e/program.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { examples, explained, fieldsOf } from './json-page.js';

const path = temporaryFolder();

/** The examples of commands without a database. test/cluster/commands.test.ts checks the others. */
const withoutDatabase = examples.filter(({ args }) => !args.includes('run:'));

// In the order of the page, because later commands read the checkpoint of the first one.
test.each(withoutDatabase)('docs/json.md shows the fields of $args', async ({ args, output }) => {
  const { stdout } = await queensPar(args.replaceAll(/\S+\.ledger/g, path).split(' '));
  const [line = ''] = stdout.split('\n');
  const printed = JSON.parse(line);
  expect(fieldsOf(printed)).toEqual(fieldsOf(output));
  expect(printed.schema).toBe(output.schema);
});

test.each(examples)('docs/json.md explains each field of $args', ({ output }) => {
  const names = fieldsOf(output).flatMap((field) => field.replace(/: \w+$/, '').split(/[[\].]+/));
  expect(names.filter((name) => name !== '' && !explained.has(name))).toEqual([]);
});
