/** `queens-par sequence <range>`: one value after the other, each checked. */
import { type Agreement, compareWithKnown, type SequenceId } from '../board/known-counts.js';
import type { Arguments } from '../cli/commands.js';
import { UsageError } from '../errors/errors.js';
import { sequences } from '../symmetric/sequences.js';
import { publishedText } from '../text/closing.js';
import { formatCount } from '../text/numbers.js';
import { asCsv, asMarkdown, boxed, type TextTable } from '../text/tables.js';
import type { JsonOf } from './json-schemas.js';
import { countAll } from './watched-count.js';

/** Prints the values, each checked. Sets the exit code to 1 if one differs from its published value. */
export async function sequence({ range, id, format = 'table', json, ...args }: Arguments<'sequence'>): Promise<void> {
  const { offset, term } = sequences[id];
  if (range.from < offset) throw new UsageError(`${id} begins with n = ${offset}, not ${range.from}`);
  // The rules of the OEIS: a b-file runs without gaps from the offset.
  const isBFile = format === 'b-file' && !json;
  const from = isBFile ? offset : range.from;
  if (from !== range.from && !args.quiet) process.stderr.write(`A b-file of ${id} begins with n = ${from}.\n`);

  const terms: Term[] = [];
  for (let n = from; n <= range.to; n++) {
    const value = await term(n, (size) => countAll(size, args));
    const found = { n, value, agreement: compareWithKnown(n, value, id) };
    terms.push(found);
    if (isBFile) process.stdout.write(bFileLine(found));
  }
  const formats = {
    table: () => boxed(table(id, terms)),
    markdown: () => asMarkdown(table(id, terms)),
    csv: () => asCsv(['n', 'count', 'agreement'], fields(terms)),
    json: () => asJson(id, terms),
    'b-file': () => '', // its lines are there already
  };
  process.stdout.write(formats[json ? 'json' : format]());

  const differing = terms.filter(({ agreement }) => agreement === 'differs').map(({ n }) => n);
  if (differing.length > 0) {
    process.stderr.write(`DIFFERS FROM THE PUBLISHED ${id} FOR n = ${differing.join(', ')}\n`);
    process.exitCode = 1;
  }
}

/** A value of a sequence, and how it compares with the published one. */
interface Term {
  readonly n: number;
  readonly value: bigint;
  readonly agreement: Agreement;
}

function table(id: SequenceId, terms: readonly Term[]): TextTable {
  return {
    head: ['n', id, 'published'],
    aligns: ['right', 'right', 'left'],
    rows: terms.map(({ n, value, agreement }) => [String(n), formatCount(value), publishedText(id, agreement)]),
  };
}

/** The terms as JSON and CSV have them: values are decimal strings. */
function fields(terms: readonly Term[]): JsonOf<'sequence'>['terms'] {
  return terms.map(({ n, value, agreement }) => ({ n, count: String(value), agreement }));
}

function asJson(id: SequenceId, terms: readonly Term[]): string {
  const output: JsonOf<'sequence'> = { schema: 'queens-par/sequence/1', id, terms: fields(terms) };
  return `${JSON.stringify(output)}\n`;
}

/** A line of a b-file, in the format of the OEIS: `n a(n)` with one space, and an LF at the end. */
function bFileLine({ n, value }: Term): string {
  return `${n} ${value}\n`;
}
