import { knownCount } from '../../board/known-counts.js';
import type { Arguments } from '../../cli/commands.js';
import { trustLogin } from '../../cluster/ledger/results.js';
import type { Trust } from '../../cluster/trust/trust.js';
import { withDatabase } from '../../cluster/with-database.js';
import { UsageError } from '../../errors/errors.js';
import { formatCount, plural } from '../../text/numbers.js';

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

/** Logins that are named at most. */
const MOST_NAMED = 5;

/** A part from 0 to 1 in percent. Only what is all is 100 %, and only nothing is 0 %. */
export function formatPart(part: number): string {
  const percent = 100 * part;
  if (percent > 0 && percent < 0.1) return 'less than 0.1%';
  if (percent > 99.9 && percent < 100) return 'more than 99.9%';
  return `${Number(percent.toFixed(1))}%`;
}

/** Logins with their parts of the finished work, the largest first: `ada (60%), bob (40%)`. */
export function loginsText(logins: Trust['logins']): string {
  const named = logins.slice(0, MOST_NAMED).map(({ login, part }) => `${login} (${formatPart(part)})`);
  const others = logins.length - named.length;
  return [...named, ...(others > 0 ? [`${formatCount(others)} more`] : [])].join(', ');
}

/**
 * For the end of a sentence about a total that is not the published one: whose counts it rests on, and how to find out
 * who was wrong.
 *
 * @param audit the command that audits the run.
 */
export function wrongTotalText(n: number, trust: Trust | null, audit: string): string {
  const published = knownCount(n);
  const right = published === undefined ? '' : `A000170 has ${formatCount(published)}; `;
  return `${right}the total rests on ${loginsText(trust?.logins ?? [])}, and a worker counted wrong: ${audit} --worker LOGIN finds out who`;
}
