/**
 * What `--json` prints, as a schema for each command. The bodies import the types alone, because loading zod takes 50 ms;
 * docs/json.md is written from the schemas, and test/e2e/json.test.ts checks the output of the program with them.
 *
 * A change of a field makes the number at the end of `schema` larger.
 */
import { z } from 'zod';
import { sequenceIds } from '../board/known-counts.js';
import { solverNames } from '../textbook/solver-names.js';

const n = z.int().min(0).max(32).describe('board size');
const natural = z.int().min(0);
const decimal = z.string().regex(/^\d+$/);
const seconds = z.number().min(0);
const fraction = z.number().min(0).max(1);
const count = decimal.describe('the number of solutions');
const agreement = z.enum(['agrees', 'differs', 'unknown']).describe('how the count compares with the published one');
const algorithm = z.enum(['bitmask', 'meet']);
const kernel = z.enum(['fast', 'readable']);
const work = decimal.describe('work counter: for bitmask queens placed, for meet pairs of half boards');
const subproblems = natural.describe('subproblems of the plan');
const resumed = natural.describe('of these, how many the file held before');
const planHash = z.string().regex(/^[0-9a-f]{64}$/);
const solver = z.enum(solverNames);

/** What every subproblem has, in the fields that the hash of the plan is made of: see docs/format.md. */
const subproblemBase = { id: z.string(), n };
const bitmaskSubproblem = {
  algorithm: z.literal('bitmask'),
  ...subproblemBase,
  weight: z.int().min(1),
  prefix: z.array(natural),
};
const meetSubproblem = {
  algorithm: z.literal('meet'),
  ...subproblemBase,
  weight: z.literal(1),
  memory: natural,
  variant: z.literal('wide'),
  rowsAbove: natural,
  bandRows: natural,
  lastRow: natural,
  queens: z.array(natural),
  keyColumns: natural,
  keyColumnsBelow: natural,
  patternColumns: natural,
};

/** Subproblems of either kind, each with some more fields. */
function subproblemWith<const More extends z.core.$ZodLooseShape>(more: More) {
  return z.union([z.strictObject({ ...bitmaskSubproblem, ...more }), z.strictObject({ ...meetSubproblem, ...more })]);
}

const auditResult = z.strictObject({
  schema: z.literal('queens-par/audit/2'),
  file: z.string().describe('the file, or the run of a cluster'),
  n,
  algorithm,
  kernel: kernel.describe('the kernel of the second counts'),
  seed: natural.describe('--seed draws the same sample'),
  subproblems,
  finished: natural.describe('of these, how many the ledger holds'),
  recounted: natural.describe('subproblems that were counted again'),
  pieces: natural.describe('in how many pieces; more if some are too large for the readable kernel'),
  drawn: natural.describe('of these, how many `kernel` counted; the fast one counted the others'),
  mirrored: natural.describe('mirror images that were counted'),
  disagreements: z.array(
    z.strictObject({
      id: z.string().describe('the subproblem'),
      recorded: decimal.describe('the count in the ledger'),
      recounted: decimal.describe('the second count'),
      way: z.string().describe('how it was counted the second time'),
    }),
  ),
});

const conflict = z.strictObject({
  subproblem: z.string(),
  count: decimal,
  worker: z.string(),
  secondCount: decimal,
  secondWorker: z.string(),
});

const trust = z.strictObject({
  recount: fraction.describe('of the results, how much is to be counted a second time'),
  drawn: natural.describe('results drawn for that'),
  recounted: natural.describe('of these, how many another login has counted a second time'),
  restsOnOneLogin: fraction.nullable().describe('of the finished work, how much one login alone has counted'),
  logins: z.array(
    z.strictObject({
      login: z.string(),
      finished: natural.describe('subproblems that it counted'),
      recounted: natural.describe('of these, how many another login has counted again'),
      fractionCounted: fraction.describe('of the finished work'),
      fractionAlone: fraction.describe('of the finished work, what no other login has counted'),
    }),
  ),
});

const worker = z.strictObject({
  name: z.string(),
  threads: natural,
  kernel: z.string(),
  isHere: z.boolean(),
  secondsSinceSeen: z.number(),
  finished: natural.describe('subproblems that it counted'),
  refusal: z.string().nullable().describe('why it refused a job, when it last did'),
});

const run = z.strictObject({
  run: z.string(),
  id: natural,
  n,
  algorithm,
  planHash,
  state: z.enum(['counting', 'stopped', 'failed', 'conflict', 'finished']),
  reason: z.string().nullable().describe('why it is stopped, failed or in conflict'),
  count: count.nullable().describe('the number of solutions, when all is counted'),
  agreement: agreement.nullable(),
  trust: trust.nullable(),
  subproblems,
  finished: natural,
  fractionDone: fraction.describe('of the estimated work'),
  subproblemsPerSecond: z.number().min(0).describe('over the last two minutes'),
  workPerSecond: z.number().min(0),
  secondsLeft: seconds.nullable().describe('an estimate; null while nothing moves'),
  cpuSeconds: seconds.describe('time that the counts in the ledger took, of all threads together'),
  retries: natural,
  conflicts: z.array(conflict),
  workers: z.array(worker),
});

const cell = z.tuple([natural, natural]).describe('row and column');
const tried = { row: natural, col: natural };
const step = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tried'), ...tried, free: z.boolean() }),
  z.strictObject({ kind: z.literal('placed'), ...tried }),
  z.strictObject({ kind: z.literal('undone'), ...tried }),
  z.strictObject({
    kind: z.literal('masks'),
    row: natural,
    masks: z.strictObject({ columns: natural, ld: natural, rd: natural, free: natural }),
  }),
  z.strictObject({ kind: z.literal('board'), cells: z.array(cell), peaceful: z.boolean() }),
  z.strictObject({ kind: z.literal('solution'), columns: z.array(natural) }),
]);

const classCount = z.strictObject({
  count: decimal,
  agreement: z.enum([...agreement.options, 'not counted']),
});

/** What each command prints with `--json`, or a line of what it prints as NDJSON. */
export const jsonSchemas = {
  count: z.strictObject({
    schema: z.literal('queens-par/count/1'),
    n,
    count,
    agreement,
    work,
    algorithm,
    kernel,
    threads: natural.describe('worker threads; in a cluster those of its workers at the end'),
    subproblems,
    resumed,
    seconds,
    planHash,
    verified: z.strictObject({ algorithm, kernel, seconds }).optional().describe('the second count of --verify'),
  }),
  'count --part': z.strictObject({
    schema: z.literal('queens-par/part/1'),
    n,
    part: z.string().regex(/^\d+\/\d+$/),
    algorithm,
    subproblems: natural.describe('subproblems of the part'),
    planHash,
    kernel,
    threads: natural,
    resumed,
    seconds,
  }),
  merge: z.strictObject({
    schema: z.literal('queens-par/merge/1'),
    n,
    count,
    agreement,
    work,
    algorithm,
    subproblems,
    planHash,
    files: z.array(z.string()),
  }),
  audit: auditResult,
  plan: z.strictObject({
    schema: z.literal('queens-par/plan/2'),
    n,
    algorithm,
    options: z.record(z.string(), natural).describe('what the plan was made from; memory is in bytes'),
    subproblems,
    cost: z.number().describe('the sum of the estimated costs'),
    planHash,
    subproblemList: z.array(subproblemWith({ cost: z.int().min(1) })),
  }),
  forecast: z.strictObject({
    schema: z.literal('queens-par/forecast/2'),
    n,
    algorithm,
    threads: natural.describe('of one machine'),
    seconds: seconds.describe('on this machine'),
    memoryBytes: natural.describe('the most that one machine takes'),
    threadMemoryBytes: natural.describe('the most that each of its threads takes'),
    machines: natural,
    clusterSeconds: seconds.describe('on all machines together'),
    subproblems: natural.describe('of the plan that all machines count by'),
    subproblemSeconds: seconds.describe('of one thread, for a subproblem on average'),
    ledgerBytes: natural.describe('the size of a checkpoint of the whole count'),
    published: decimal.nullable().describe('the published number of solutions'),
    largestPublished: natural.describe('the largest n that has one'),
  }),
  bench: z.strictObject({
    schema: z.literal('queens-par/bench/2'),
    cpu: z.string(),
    node: z.string(),
    version: z.string(),
    boards: z.array(
      z.strictObject({
        n,
        count,
        times: z.array(
          z.strictObject({
            way: z.enum(['kernel', 'count']).describe('the kernel alone, or a whole count'),
            threads: natural,
            seconds: seconds.describe('the median of three'),
          }),
        ),
      }),
    ),
  }),
  compare: z.strictObject({
    schema: z.literal('queens-par/compare/2'),
    n,
    agree: z.boolean().describe('whether all that ran found equally many solutions'),
    solvers: z.array(
      z.strictObject({
        name: solver,
        ran: z.boolean().describe('if not, nodes and seconds are forecasts'),
        visits: z.enum(['boards', 'queens']).describe('what its nodes are'),
        searchSpace: decimal.describe('boards that there are to look at'),
        nodes: decimal.describe('boards looked at, or queens placed'),
        tests: decimal.optional().describe('conflict tests; none if it did not run'),
        count: count.optional(),
        seconds,
        ratioToBitmask: z.number().min(0).describe('its time as a multiple of that of bitmask'),
      }),
    ),
  }),
  classes: z.strictObject({
    schema: z.literal('queens-par/classes/1'),
    n,
    A000170: classCount.describe('all solutions'),
    A002562: classCount.describe('fundamental solutions'),
    A032522: classCount.describe('solutions that a half turn does not change'),
    A033148: classCount.describe('solutions that a quarter turn does not change'),
  }),
  sequence: z.strictObject({
    schema: z.literal('queens-par/sequence/1'),
    id: z.enum(sequenceIds),
    terms: z.array(z.strictObject({ n, count: decimal.describe('the value of the sequence'), agreement })),
  }),
  trace: z.strictObject({
    schema: z.literal('queens-par/trace/1'),
    n,
    solver,
    steps: z.array(step),
    visits: z.enum(['boards', 'queens']).describe('what the nodes are'),
    nodes: decimal.describe('boards looked at, or queens placed'),
    tests: decimal.describe('conflict tests'),
  }),
  'cluster status': z.strictObject({
    schema: z.literal('queens-par/cluster-status/2'),
    runs: z.array(run),
    warnings: z.array(
      z.strictObject({
        kind: z.enum(['set-aside', 'unwanted', 'failure', 'idle', 'held-back', 'lock', 'connections']),
        login: z.string().nullable(),
        message: z.string(),
        remedy: z.string().describe('the command that undoes it'),
      }),
    ),
  }),
  version: z.strictObject({
    schema: z.literal('queens-par/version/1'),
    version: z.string(),
    commit: z.string().nullable(),
    kernels: z.string(),
    node: z.string(),
    platform: z.string(),
    arch: z.string(),
    simd: z.boolean(),
    threads: natural.describe('that the machine runs at a time'),
  }),
  'export --ndjson': subproblemWith({ count: decimal.describe('before the weight'), work, seconds }),
  'solve --format ndjson': z.strictObject({
    n,
    columns: z.array(natural).describe('the column of the queen in each row, from 0'),
    classSize: z.int().min(1).optional().describe('with --fundamental: the size of the symmetry class'),
  }),
};

/** What a command prints with `--json`. */
export type JsonOf<Name extends keyof typeof jsonSchemas> = DeepReadonly<z.infer<(typeof jsonSchemas)[Name]>>;

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;
