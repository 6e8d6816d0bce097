import { UsageError } from '../errors/errors.js';

/** Commands and options of earlier versions, with what does their work now. */
export const formerNames: Readonly<Record<string, string>> = {
  bench: 'queens-par forecast 20 measures this machine, and npm run bench in a checkout measures whole counts',
  'cluster audit': 'queens-par audit run:NAME recounts a sample of a run',
  'cluster export': 'queens-par export run:NAME --out FILE writes a ledger file',
  'cluster import': 'queens-par cluster start N --from FILE takes over a checkpoint',
  'cluster status': 'queens-par status run:NAME shows a run, and queens-par status all runs',
  '--boards': 'queens-par trace 4 --format boards draws the boards of a search',
  '--local': 'queens-par cluster database runs a database and prints its URL; all other commands take the URL',
  '--masks': '--solver bitmask prints the masks',
  '--plan-of': 'a file of --checkpoint or --out has its plan, and merge prints the commands for the missing parts',
  '--progress never': '--quiet shows no progress',
  '--skip': 'take the last lines of the first solutions, as in: queens-par solve 8 --limit 20 | tail -n 5',
  'serve --data': 'give the folder itself, as in: queens-par serve ledgers',
  '--slots': 'the plan of a run fits clusters of up to hundreds of threads',
  '--step': 'queens-par serve has a page that steps through a search',
};

/** Refuses the commands and options that earlier versions had. @throws UsageError that names the replacement. */
export function refuseFormerNames(typed: readonly string[]): void {
  const name = typed.find((one) => Object.hasOwn(formerNames, one));
  if (name !== undefined) throw new UsageError(`${name} no longer exists: ${formerNames[name]}`);
}
