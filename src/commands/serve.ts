import type { Argv, Options } from 'yargs';
import { UsageError } from '../errors/errors.js';
import { clusterOptions } from './cluster.js';
import { pick, wholeNumber, withEnvironment } from './options.js';

/** A shorter token could be guessed. */
const SHORTEST_TOKEN = 16;

/** The options that this command alone understands. */
export const serveOptions = {
  port: {
    type: 'string',
    requiresArg: true,
    describe: 'The port to listen on; 0 for any that is free',
    default: '8170',
    coerce: wholeNumber('--port', 0, 65_535),
  },
  host: {
    type: 'string',
    requiresArg: true,
    describe: 'The address to listen on; other machines reach any but the loopback',
    default: '127.0.0.1',
  },
  token: {
    type: 'string',
    requiresArg: true,
    describe: 'What the page must be opened with',
    defaultDescription: 'none on the loopback, elsewhere a random one',
    coerce: readToken,
  },
  data: {
    type: 'string',
    requiresArg: true,
    describe: 'A folder whose checkpoint and part files the page follows',
  },
} as const satisfies Record<string, Options>;

const { 'database-file': databaseFile, local } = clusterOptions;

function readToken(text: string): string {
  if (/^[\w.~-]+$/.test(text) && text.length >= SHORTEST_TOKEN) return text;
  throw new UsageError(`--token must have at least ${SHORTEST_TOKEN} letters, digits and characters of . _ ~ -`);
}

/** Adds `queens-par serve`: the page. */
export function addServeCommand(yargs: Argv): Argv {
  return yargs.command(
    'serve',
    'Serve a page: watch searches, browse solutions, follow counts',
    (command) =>
      command
        .options({ ...withEnvironment(serveOptions), ...pick('threads', 'quiet') })
        .options(withEnvironment({ 'database-file': databaseFile, local }))
        .example('$0 serve', 'the page, for this machine only')
        .example('$0 serve --data ledgers', 'with the checkpoint files of a folder')
        .example('$0 serve --local', 'with the runs of a cluster'),
    async (args) => (await import('./run-serve.js')).runServe(args),
  );
}
