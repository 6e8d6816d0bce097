/** Row security, which hides rows from the owner of a table if it is forced, and from all other logins. */
import { beforeAll, expect, test } from 'vitest';
import { query, useSharedServer } from '../postgres.js';
import { useCluster } from '../processes.js';

const postgres = useSharedServer();
const cluster = useCluster();

const RESULT_COMMANDS = [
  ['status'],
  ['stop', 'hidden'],
  ['remove', 'hidden'],
  ['audit', 'run:hidden'],
  ['merge', 'run:hidden'],
  ['export', 'run:hidden'],
];
const QUEUE_COMMANDS = [
  ['start', '8', '--run', 'hidden'],
  ['work', '--threads', '1'],
];

let url: string;
const as = (login: string) => url.replace(/\/\/.*@/, `//${login}:secret@`);

beforeAll(async () => {
  url = await postgres.create();
  await query(
    url,
    `create role landlord login password 'secret'; create role lodger login password 'secret';
     alter database ${new URL(url).pathname.slice(1)} owner to landlord`,
  );
  await cluster.run(as('landlord'), 'start', '8', '--run', 'hidden', '--detach');
  await query(
    url,
    `grant all on schema queens_par to lodger; grant all on all tables in schema queens_par to lodger;
     grant all on all sequences in schema queens_par to lodger`,
  );
});

/** Changes row security of all tables in a schema. */
async function setSecurity(schema: string, changes: string): Promise<void> {
  const tables = await query<{ name: string }>(
    url,
    `select tablename as name from pg_tables where schemaname = '${schema}'`,
  );
  for (const { name } of tables) await query(url, `alter table ${schema}.${name} ${changes}`);
}

async function expectRefusal(login: string, commands: readonly (readonly string[])[]): Promise<void> {
  for (const args of commands)
    expect(await cluster.run(as(login), ...args), args.join(' ')).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(
        /^(queens-par: \S+ is counting .*\n)?queens-par: \S+: row security would hide rows \(.*\)\. Disable it .*$/,
      ),
      exitCode: 2,
    });
}

test('row security hides rows from no command without a word', async () => {
  await setSecurity('queens_par', 'enable row level security');
  await expectRefusal('lodger', [...RESULT_COMMANDS, ...QUEUE_COMMANDS]);
  expect((await cluster.run(as('landlord'), 'status')).stdout).toContain('run:hidden');
  await setSecurity('queens_par', 'force row level security');
  await expectRefusal('landlord', [...RESULT_COMMANDS, ...QUEUE_COMMANDS]);
});
