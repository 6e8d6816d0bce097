import type { Argv, Options } from 'yargs';
import { UsageError } from '../errors/errors.js';
import { withAlgorithmDefaults } from './algorithm-options.js';
import { auditOptions } from './audit.js';
import { readMetricsAddress } from './metrics-address.js';
import { boardSize, options, pick, wholeNumber, withEnvironment } from './options.js';

/** Runs have names that are safe in a shell. */
const RUN_NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** The options that these commands alone understand, or understand their own way. */
export const clusterOptions = {
  run: {
    type: 'string',
    requiresArg: true,
    describe: 'Name of the run',
    defaultDescription: 'n and algorithm, like 16-meet',
    coerce: runName,
  },
  'database-file': {
    type: 'string',
    requiresArg: true,
    describe: 'A file with the connection URL; else it is in QUEENS_PAR_DATABASE_URL',
  },
  local: {
    type: 'boolean',
    default: false,
    describe: 'A PostgreSQL of your own on this machine, started when it is needed',
  },
  slots: {
    type: 'string',
    requiresArg: true,
    describe: 'Cut the plan for so many threads, those of all machines together',
    defaultDescription: '64',
    coerce: wholeNumber('--slots', 1, 1024),
  },
  detach: { type: 'boolean', default: false, describe: 'Put jobs into the queue, and leave' },
  lease: {
    type: 'string',
    requiresArg: true,
    describe: 'Seconds after which the jobs of a worker that is silent go to others',
    defaultDescription: '30',
    coerce: wholeNumber('--lease', 2, 3600),
  },
  worker: {
    type: 'string',
    requiresArg: true,
    describe: 'Only what this worker counted, as the status names it: to be counted again',
  },
  watch: { type: 'boolean', default: false, describe: 'Print it again every two seconds, until interrupted' },
  metrics: {
    type: 'string',
    requiresArg: true,
    describe: 'Serve the status to Prometheus at this port, like 9464 or 0.0.0.0:9464, as /metrics',
    coerce: readMetricsAddress,
  },
} as const satisfies Record<string, Options>;

/** Commands of `queens-par cluster`, in the order in which help lists them. */
export const CLUSTER_COMMAND_NAMES = [
  'start',
  'work',
  'status',
  'audit',
  'export',
  'import',
  'stop',
  'remove',
] as const;

const connection = ['database-file', 'local'] as const;

function pickCluster<Name extends keyof typeof clusterOptions>(...names: Name[]): Pick<typeof clusterOptions, Name> {
  const picked = names.map((name) => [name, clusterOptions[name]]);
  return withEnvironment(Object.fromEntries(picked) as Pick<typeof clusterOptions, Name>); // fromEntries forgets the names
}

const runArgument = { type: 'string', demandOption: true, describe: 'Name of the run', coerce: runName } as const;

/** Adds `queens-par cluster ...`: one count on many machines. */
export function addClusterCommand(yargs: Argv): Argv {
  return yargs.command('cluster', 'Count on many machines, with PostgreSQL in the middle', (cluster) =>
    addChecking(addRunning(cluster))
      .demandCommand(1, `give one of ${CLUSTER_COMMAND_NAMES.join(', ')}, as in: queens-par cluster start 18`)
      .example('$0 cluster start 18 --local', 'begin, with a database on this machine')
      .example('$0 cluster work --local', 'and count, in a second terminal'),
  );
}

function addRunning(cluster: Argv): Argv {
  return cluster
    .command(
      'start <n>',
      'Begin a run or go on with it, and print the total when it stands',
      (command) =>
        command
          .positional('n', { ...boardSize, demandOption: true })
          .options({ ...pickCluster('run', 'slots', 'detach'), ...pick('algorithm', 'depth', 'memory') })
          .options({ ...pickCluster(...connection), ...pick('json', 'quiet', 'progress', 'color') }),
      async (args) => (await import('./cluster/start.js')).startRun(withAlgorithmDefaults(args)),
    )
    .command(
      'work',
      'Count for whichever runs there are, until interrupted',
      (command) =>
        command.options({
          ...pick('threads'),
          ...pickCluster('lease', ...connection),
          ...pick('quiet'),
        }),
      async (args) => (await import('./cluster/work.js')).workUntilInterrupted(args),
    )
    .command(
      'status [run]',
      'Show how the runs stand, and who works on them',
      (command) =>
        command
          .positional('run', { ...runArgument, demandOption: false })
          .options({ ...pickCluster('watch', 'metrics', ...connection), ...pick('json') }),
      async (args) => (await import('./cluster/status.js')).showStatus(args),
    );
}

function addChecking(cluster: Argv): Argv {
  return cluster
    .command(
      'audit <run>',
      'Count a random sample of a run again here, and compare',
      (command) =>
        command
          .positional('run', runArgument)
          .options({ ...withEnvironment(auditOptions), ...pick('threads') })
          .options({ ...pickCluster(...connection), ...pick('json', 'quiet', 'progress', 'color') }),
      async (args) => (await import('./cluster/audit.js')).auditRun(args),
    )
    .command(
      'export <run>',
      'Write what is finished into a file like that of --checkpoint, for merge, audit and export',
      (command) =>
        command
          .positional('run', runArgument)
          .options({ out: { ...options.out, demandOption: true }, ...pickCluster(...connection) }),
      async (args) => (await import('./cluster/export.js')).exportRun(args),
    )
    .command(
      'import <ledger>',
      'Take the counts of such a file into a run',
      (command) =>
        command
          .positional('ledger', { type: 'string', demandOption: true, describe: 'A file that --checkpoint wrote' })
          .options(pickCluster('run', ...connection)),
      async (args) => (await import('./cluster/import.js')).importRun(args),
    )
    .command(
      'stop [run]',
      'Stop a run, to be started again or removed; with --local alone, the database',
      (command) =>
        command.positional('run', { ...runArgument, demandOption: false }).options(pickCluster(...connection)),
      async (args) => (await import('./cluster/stop.js')).stop(args),
    )
    .command(
      'remove <run>',
      'Forget a run that is not being counted, or what one worker counted of it',
      (command) => command.positional('run', runArgument).options(pickCluster('worker', ...connection)),
      async (args) => (await import('./cluster/remove.js')).remove(args),
    );
}

function runName(text: string): string {
  if (RUN_NAME.test(text)) return text;
  throw new UsageError(
    `a run has a name of letters, digits, dots, dashes and underscores, not ${JSON.stringify(text)}`,
  );
}
