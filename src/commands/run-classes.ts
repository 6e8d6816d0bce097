import { compareWithKnown, knownCount, sequenceIds } from '../board/known-counts.js';
import { UsageError } from '../errors/errors.js';
import { type ClassCount, classesAsJson, classesTable } from '../report/classes.js';
import { type CountAll, sequences } from '../symmetric/sequences.js';
import { type CountAllArguments, countAll } from './count-all.js';

export interface ClassesArguments extends CountAllArguments {
  readonly n: number;
  readonly published: boolean;
  readonly json: boolean;
}

/** Counts the classes and prints them. Sets the exit code to 1 if a number differs from its published value. */
export async function runClasses({ n, published, json, ...args }: ClassesArguments): Promise<void> {
  const all = published ? publishedCount(n) : await countAll(n, args);
  const given: CountAll = async () => all;

  const counts: ClassCount[] = [];
  for (const id of sequenceIds) {
    const value = await sequences[id].term(n, given);
    const isCounted = !(published && id === 'A000170');
    counts.push({ id, value, agreement: isCounted ? compareWithKnown(n, value, id) : 'not counted' });
  }
  process.stdout.write(json ? `${classesAsJson(n, counts)}\n` : classesTable(counts));
  if (counts.some(({ agreement }) => agreement === 'differs')) {
    process.stderr.write('NOT EVERY NUMBER AGREES WITH ITS PUBLISHED VALUE\n');
    process.exitCode = 1;
  }
}

function publishedCount(n: number): bigint {
  const known = knownCount(n);
  if (known === undefined)
    throw new UsageError(`--published: nobody has published the number of solutions for n = ${n}`);
  return known;
}
