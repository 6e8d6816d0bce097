/** What logins do to the database that the owner should know of, each with the command that undoes it. */
import { plural } from '../../text/numbers.js';
import type { Database } from '../database/database.js';

/** Minutes after which a login that holds jobs and hands in nothing is told of. */
const PATIENCE_MINUTES = 30;

/** Connections that a login should have at most: see worker-role.sql. */
const CONNECTION_LIMIT = 40;

/** Something that the owner of the database should know of. */
export interface Warning {
  readonly kind: 'set-aside' | 'unwanted' | 'failure' | 'idle' | 'held-back' | 'lock' | 'connections';
  /** The login that causes it; null where it is not known. */
  readonly login: string | null;
  /** One sentence without a full stop. */
  readonly message: string;
  /** The command that undoes it: of queens-par, or an SQL statement. */
  readonly remedy: string;
}

/** All there is to warn of. */
export async function readWarnings(database: Database): Promise<Warning[]> {
  const kinds = [setAside, unwanted, failures, idle, heldBack, locks, connections];
  const warnings: Warning[] = [];
  for (const read of kinds) warnings.push(...(await read(database)));
  return warnings;
}

async function setAside(database: Database): Promise<Warning[]> {
  const rows = await database.query<{ login: string; isBarred: boolean; reason: string; results: number }>(
    `select role as login, barred.role is not null as "isBarred", coalesce(barred.reason, held.reason) as reason,
            coalesce(held.results, 0)::integer as results
       from queens_par.set_aside as barred
       full join (
         select worker.role, count(*) as results, max(set_aside_result.reason) as reason
           from queens_par.set_aside_result join queens_par.worker on worker.id = set_aside_result.worker
          group by worker.role
       ) as held using (role)
      order by role`,
  );
  return rows.map(({ login, isBarred, reason, results }) => ({
    kind: 'set-aside',
    login,
    message: isBarred
      ? `login ${login} is set aside with ${plural(results, 'result')}: ${reason}`
      : `${plural(results, 'result')} of login ${login} ${results === 1 ? 'is' : 'are'} set aside: ${reason}`,
    remedy: database.command('trust', login),
  }));
}

async function unwanted(database: Database): Promise<Warning[]> {
  const rows = await database.query<{ login: string; results: number; last: string }>(
    `select role as login, sum(unwanted)::float8 as results, max(unwanted_last) as last
       from queens_par.worker where unwanted > 0 group by role order by role`,
  );
  return rows.map(({ login, results, last }) => ({
    kind: 'unwanted',
    login,
    message: `login ${login} handed in ${plural(results, 'result')} that no run waited for, like ${last}; none was entered`,
    remedy: noLogin(login),
  }));
}

async function failures(database: Database): Promise<Warning[]> {
  const rows = await database.query<{ login: string; worker: string; run: string; reason: string }>(
    `select worker.role as login, worker.name as worker, run.name as run, worker.refusal as reason
       from queens_par.worker join queens_par.run on run.id = worker.failed_run
      where run.state = 'counting' and worker.failed_at > now() - interval '1 hour' order by worker.name`,
  );
  return rows.map(({ login, worker, run, reason }) => ({
    kind: 'failure',
    login,
    message: `${worker} reports for run ${run}: ${reason}; the run ends if another login reports it as well`,
    remedy: noLogin(login),
  }));
}

async function idle(database: Database): Promise<Warning[]> {
  const rows = await database.query<{ login: string; jobs: number }>(
    `select processed_by as login, count(*)::integer as jobs
       from queens_par_queue.job
      where (state = 'active' or state = 'delayed') and processed_by is not null and not queens_par.owns(processed_by)
        and not exists (
          select from queens_par.worker
           where role = processed_by and greatest(handed_in, begun) > now() - interval '${PATIENCE_MINUTES} minutes'
        )
      group by processed_by order by processed_by`,
  );
  return rows.map(({ login, jobs }) => ({
    kind: 'idle',
    login,
    message: `login ${login} holds ${plural(jobs, 'job')} and has handed in nothing for ${PATIENCE_MINUTES} minutes`,
    remedy: noLogin(login),
  }));
}

async function heldBack(database: Database): Promise<Warning[]> {
  const rows = await database.query<{ field: string; value: string }>(
    `select field, value from queens_par_queue.meta
      where queue = 'queens-par' and field in ('paused', 'concurrency', 'max', 'duration') order by field`,
  );
  return rows.map(({ field, value }) => ({
    kind: 'held-back',
    login: null,
    message: `the queue is held back (${field} = ${value}); a coordinator lets it go on`,
    remedy: 'select queens_par.lift_limits()',
  }));
}

async function locks(database: Database): Promise<Warning[]> {
  const rows = await database.query<{ login: string; process: number }>(
    `select distinct holder.usename::text as login, holder.pid as process
       from pg_stat_activity as waiting
      cross join lateral unnest(pg_blocking_pids(waiting.pid)) as blocking(pid)
       join pg_stat_activity as holder on holder.pid = blocking.pid
      where waiting.usename = current_user and not queens_par.owns(holder.usename::text)`,
  );
  return rows.map(({ login, process }) => ({
    kind: 'lock',
    login,
    message: `login ${login} holds a lock that a process of the owner waits for`,
    remedy: `select pg_terminate_backend(${process})`,
  }));
}

async function connections(database: Database): Promise<Warning[]> {
  const rows = await database.query<{ login: string }>(
    `select member.rolname::text as login
       from pg_auth_members
       join pg_roles as granted on granted.oid = pg_auth_members.roleid and granted.rolname = 'queens_par_worker'
       join pg_roles as member on member.oid = pg_auth_members.member
      where member.rolcanlogin and member.rolconnlimit < 0 and not queens_par.owns(member.rolname::text)
      order by member.rolname`,
  );
  return rows.map(({ login }) => ({
    kind: 'connections',
    login,
    message: `login ${login} may take all connections of the server`,
    remedy: `alter role ${quoted(login)} connection limit ${CONNECTION_LIMIT}`,
  }));
}

function noLogin(login: string): string {
  return `alter role ${quoted(login)} nologin`;
}

/** The name of a role in SQL. */
function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
