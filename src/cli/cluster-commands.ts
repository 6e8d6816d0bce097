/** The commands of `queens-par cluster`: one count on many machines. See commands.ts for the others. */
import { depthIsForBitmask, memoryIsForMeet } from './algorithm-conditions.js';
import { command } from './command.js';
import { flag, optional, positional, requiredFile, value, wholeNumber } from './option.js';
import { auditKernel, boardSize, connection, options, runName } from './options.js';
import { readMetricsAddress, readRecount, readRunName } from './values.js';

/** One database at a time; a default gives way to what the command line names. */
export const oneDatabase = [
  {
    option: 'databaseFile',
    holds: () => true,
    holdsForDefault: (_: object, given: { readonly local?: boolean }) => !given.local,
    otherwise: 'take one of --local and --database-file',
  },
  {
    option: 'local',
    holds: ({ local, databaseFile }: { readonly local: boolean; readonly databaseFile: string | undefined }) =>
      !local || databaseFile === undefined,
    holdsForDefault: (_: object, given: { readonly databaseFile?: string | undefined }) =>
      given.databaseFile === undefined,
    otherwise: 'take one of --local and --database-file',
  },
] as const;

const run = value('RUN', readRunName, {
  description: 'Name of the run',
  defaultText: 'n and algorithm, like 16-meet',
});

export const clusterCommands = {
  'cluster start': command({
    summary: 'Start a run or resume it, and print the total when it is complete',
    positionals: { n: boardSize },
    options: {
      run,
      slots: wholeNumber(1, 1024, {
        description: 'Cut the plan for N threads, on all machines together',
        default: 64, // enough for most clusters, and not too fine for small ones
      }),
      recount: value('SIZE', readRecount, {
        description: 'How many subproblems another login counts a second time: a percentage or a number',
        defaultText: '1% for n > 27, otherwise 0',
      }),
      detach: flag('Put jobs into the queue, and exit'),
      algorithm: options.algorithm,
      depth: options.depth,
      memory: options.memory,
      ...connection,
      json: options.json,
      progress: options.progress,
      color: options.color,
    },
    conditions: [depthIsForBitmask, memoryIsForMeet, ...oneDatabase],
    examples: [
      ['cluster start 18 --local', 'start, with a database on this machine'],
      ['cluster start 20 --run first --database-file url.txt', 'with a database elsewhere'],
    ],
  }),
  'cluster work': command({
    summary: 'Count for all runs, until interrupted',
    positionals: {},
    options: {
      threads: options.threads,
      lease: wholeNumber(2, 3600, {
        description: 'Seconds of silence after which the jobs of a worker go to others',
        default: 30,
      }),
      ...connection,
    },
    conditions: oneDatabase,
    examples: [['cluster work --local', 'count, in a second terminal']],
  }),
  'cluster status': command({
    summary: 'Show how the runs are going, and who works on them',
    positionals: { run: optional(runName) },
    options: {
      watch: flag('Print it again every two seconds, until interrupted'),
      metrics: value('PORT', readMetricsAddress, {
        description: 'Serve the status to Prometheus at this port, like 9464 or 0.0.0.0:9464, as /metrics',
      }),
      ...connection,
      json: options.json,
    },
    conditions: oneDatabase,
    examples: [['cluster status --local --watch', 'all runs of the database on this machine']],
  }),
  'cluster audit': command({
    summary: 'Count a random sample of a run again on this machine, and compare',
    positionals: { run: runName },
    options: {
      sample: options.sample,
      seed: options.seed,
      kernel: auditKernel,
      worker: value('NAME', (text) => text, {
        description: 'Only the results of this worker or login, named as in cluster status',
      }),
      threads: options.threads,
      ...connection,
      json: options.json,
      progress: options.progress,
      color: options.color,
    },
    conditions: oneDatabase,
    examples: [
      ['cluster audit 18-meet', 'count one subproblem in a hundred again'],
      ['cluster audit 18-meet --worker ada --sample 5%', 'of those that one login counted'],
    ],
  }),
  'cluster export': command({
    summary: 'Write the finished subproblems of a run to a checkpoint file',
    positionals: { run: runName },
    options: { out: requiredFile(options.out.description), ...connection },
    conditions: oneDatabase,
    examples: [['cluster export 18-meet --out 18.ledger', 'a copy of the ledger']],
  }),
  'cluster import': command({
    summary: 'Add the counts of a checkpoint file to a run',
    positionals: {
      ledger: { ...positional('the file', 'A file that --checkpoint wrote', (text) => text), isFile: true },
    },
    options: { run, ...connection },
    conditions: oneDatabase,
    examples: [['cluster import 18.ledger', 'these subproblems are not counted again']],
  }),
  'cluster stop': command({
    summary: 'Stop a run; with --local and without a run, stop the database',
    positionals: { run: optional(runName) },
    options: connection,
    conditions: oneDatabase,
    examples: [
      ['cluster stop 18-meet', 'stop a run'],
      ['cluster stop --local', 'stop the database on this machine'],
    ],
  }),
  'cluster trust': command({
    summary: 'Trust a login again that was set aside: its results count, and it gets jobs',
    positionals: { login: positional('the login', 'The login, named as in cluster status', (text) => text) },
    options: connection,
    conditions: oneDatabase,
    examples: [['cluster trust ada', 'after the fault on its machine was found']],
  }),
  'cluster remove': command({
    summary: 'Remove a run that is not being counted, or the results of one worker',
    positionals: { run: runName },
    options: {
      worker: value('NAME', (text) => text, {
        description: 'Only the results of this worker, named as in cluster status; they are counted again',
      }),
      ...connection,
    },
    conditions: oneDatabase,
    examples: [['cluster remove 18-meet', 'remove the run and its counts']],
  }),
};
