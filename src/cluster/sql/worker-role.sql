-- Makes a role for workers. It takes jobs from the queue and hands in results through functions. It can read no table of
-- the ledger, change nothing that was handed in, and make no jobs. Execute this once in the database, after the tables were
-- made (`queens-par cluster status` makes them), as a role that owns the database and has CREATEROLE, or as a superuser:
--
--   psql "$QUEENS_PAR_DATABASE_URL" -f worker-role.sql
--
-- Then create a login for each machine or each person. A worker takes up to five connections; the limit keeps one login from
-- taking all that the server has:
--
--   create role ada login password '...' connection limit 40 in role queens_par_worker;
--
-- It can be executed again; logins that have no connection limit get one.

\set ON_ERROR_STOP on

begin;

do $$
begin
  if to_regrole('queens_par_worker') is null then
    if not exists (select 1 from pg_catalog.pg_roles where rolname = current_user and (rolcreaterole or rolsuper)) then
      raise exception 'role % may not create roles', current_user
        using hint = format('have a superuser execute: alter role %I createrole', current_user);
    end if;
    create role queens_par_worker nologin;
  end if;
end
$$;

select queens_par.grant_workers();

-- PostgreSQL 13 and 14 let every login create functions and tables in the schema public.
revoke create on schema public from public;

do $$
declare
  v_login name;
begin
  if has_schema_privilege('queens_par_worker', 'public', 'create') then
    raise warning 'every login can still create objects in the schema public'
      using hint = 'have a superuser execute: revoke create on schema public from public';
  end if;
  for v_login in
    select member.rolname
      from pg_catalog.pg_auth_members
      join pg_catalog.pg_roles member on member.oid = pg_auth_members.member
     where pg_auth_members.roleid = 'queens_par_worker'::regrole and member.rolcanlogin and member.rolconnlimit = -1
       and not member.rolsuper and member.rolname <> current_user
  loop
    execute format('alter role %I connection limit 40', v_login);
  end loop;
end
$$;

commit;
