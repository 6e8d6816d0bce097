import type { Arguments } from '../../cli/commands.js';
import { trustLogin } from '../../cluster/ledger/results.js';
import { withDatabase } from '../../cluster/with-database.js';
import { UsageError } from '../../errors/errors.js';
import { plural } from '../../text/numbers.js';

/** `queens-par cluster trust`: takes back what was set aside under the name of a login. */
export async function trust({ login, ...place }: Arguments<'cluster trust'>): Promise<void> {
  await withDatabase(place, async (database) => {
    const results = await trustLogin(database, login);
    if (results === undefined) {
      throw new UsageError(`nothing is set aside under login ${login}; ${database.command('status')} shows what is`);
    }
    process.stderr.write(`Login ${login} is trusted: ${plural(results, 'result')} of it count again.\n`);
  });
}
