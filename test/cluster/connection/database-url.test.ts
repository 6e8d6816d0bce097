import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { explainDatabaseError } from '../../../src/cluster/connection/database-error.js';
import { readDatabaseUrl } from '../../../src/cluster/connection/database-url.js';
import { UsageError } from '../../../src/core/errors/errors.js';
import { DATABASE_VARIABLE } from '../../../src/node/package/environment.js';
import { queensPar } from '../../e2e/program.js';
import { temporaryFolder } from '../../node/ledger/folder.js';

const path = temporaryFolder();
afterEach(() => vi.unstubAllEnvs());

/** Returns the URL that the program uses if the environment has this one. */
function used(url: string): string {
  vi.stubEnv(DATABASE_VARIABLE, url);
  return readDatabaseUrl(undefined);
}

/** Returns the messages that a command could print for a URL and some errors. */
function messagesFor(url: string): string[] {
  try {
    const valid = used(url);
    const { host, port } = new pg.Client({ connectionString: valid });
    return ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EACCES', '28P01', 'ETIMEDOUT'].map((code) => {
      const cause = Object.assign(new Error(`getaddrinfo ${code} ${host}:${port}`), { code, syscall: 'getaddrinfo' });
      return explainDatabaseError(cause, valid).message;
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [error.message];
  }
}

describe('a password', () => {
  /** Characters that no message has otherwise. */
  const RARE = [...'QXZKWJ789'];
  const secret = fc
    .array(
      fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...RARE) },
        fc.constantFrom(...`/?#@:%[]\\ "'&=+,;!$*()|^~{}<>-._`),
      ),
      {
        minLength: 3,
        maxLength: 12,
      },
    )
    .map((characters) => characters.join(''));
  const places: readonly ((secret: string) => string)[] = [
    (text) => `postgres://ada:${text}@db.example/queens`,
    (text) => `postgresql://ada:${text}@db.example:5433/queens?sslmode=verify-full`,
    (text) => `postgres://ada:${text}@/queens?host=/run/postgresql`,
    (text) => `postgres://${text}:${text}@db.example/queens`,
    (text) => `postgres://${text}@db.example/queens`,
    (text) => `postgres://ada@db.example/queens?password=${text}`,
    (text) => `postgres://ada:pw@db.example/queens?sslmode=require&password=${text}`,
    (text) => `"postgres://ada:${text}@a:5432,b:5432/queens"`,
    (text) => `mysql://ada:${text}@db.example/queens`,
    (text) => `postgres//ada:${text}@db.example/queens`,
    (text) => `ada:${text}@db.example`,
  ];

  test('is in no message, not even three characters of it, wherever it is in the URL', () => {
    fc.assert(
      fc.property(secret, fc.constantFrom(...places), (text, place) => {
        const parts = [...text].map((_, start) => text.slice(start, start + 3));
        const hidden = parts.filter((part) => part.length === 3 && RARE.some((rare) => part.includes(rare)));
        for (const message of messagesFor(place(text))) {
          for (const part of hidden) expect(message).not.toContain(part);
          expect(message).not.toContain('\n');
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test('of a URL on the command line is not repeated', async () => {
    const url = 'postgres://ada:S3cretpw@db.invalid/q';
    for (const args of [
      ['cluster', 'status', url],
      ['cluster', 'work', '--database-file', url],
      ['cluster', 'work', `--database-url=${url}`],
      ['merge', url],
      ['merge', 'mysql://ada:S3cretpw@db.invalid/q'],
      ['cluster', 'status', 'postgresql+psycopg://ada:S3cretpw@db.invalid/q'],
      [url],
    ]) {
      const { stderr, exitCode } = await queensPar(args);
      expect(stderr).toMatch(/^queens-par: a database URL does not belong on the command line.*$/);
      expect(stderr).not.toContain('S3c');
      expect(exitCode).toBe(2);
    }
  });
});

test.each([
  ['postgres://ada:p%2Fw@db.example/q'],
  ['postgresql://ada@db.example:5433/q?sslmode=verify-full'],
  ['postgres://db.example'],
  ['postgres://ada:pw@/q?host=/cloudsql/a:b:c'],
  ['postgres://ada:100%25@[::1]:5432/q'],
  ['postgres://ada:p@w@db.example/q'],
])('the URL %s is used as it is', (url) => {
  expect(used(url)).toBe(url);
});

test.each([
  ['"postgres://ada:pw@db.example/q"', 'postgres://ada:pw@db.example/q'],
  [" 'postgres://ada:pw@db.example/q'\r\n", 'postgres://ada:pw@db.example/q'],
  ['postgres://h/q?sslmode=require', 'postgres://h/q?sslmode=verify-full'],
  ['postgres://h/q?sslmode=verify-ca&host=/run', 'postgres://h/q?sslmode=verify-full&host=/run'],
  ['postgres://h/q?host=/run&sslmode=prefer', 'postgres://h/q?host=/run&sslmode=verify-full'],
  ['postgres://h/q?sslmode=require&uselibpqcompat=true', 'postgres://h/q?sslmode=require&uselibpqcompat=true'],
  ['postgres://h/q?sslrootcert=system', 'postgres://h/q?sslmode=verify-full'],
  ['postgres://h/q?sslrootcert=system&sslmode=disable', 'postgres://h/q?sslmode=verify-full&sslmode=verify-full'],
])('%s is read as %s', (url, read) => {
  expect(used(url)).toBe(read);
});

test.each([
  ['postgres://u:pw@a:5432,b:5432/q?target_session_attrs=read-write', /lists several hosts. Use one name/],
  ['postgres://u:pw@a,b:5432/q', /lists several hosts/],
  ['postgres://u:pw@h:99999/q', /must contain a URL such as/],
  ['jdbc:postgresql://h/q', /must contain a URL such as/],
  ['postgres://ada:/S3cretpw@db.invalid/q', / \/ as %2F/],
  ['postgres://ada:S3c%89retpw@db.invalid/q', / % as %25/],
])('the URL %s is refused', (url, message) => {
  expect(() => used(url)).toThrow(UsageError);
  expect(() => used(url)).toThrow(message);
});

test('a file with the URL may begin with a byte order mark, empty lines and comments', () => {
  const file = path('url');
  const url = 'postgres://ada:p%23w@db.example/q';
  for (const text of [url, `\uFEFF${url}\r\n`, `\uFEFF# my database\n\n  # the second\n${url}\nignored`]) {
    writeFileSync(file, text);
    expect(readDatabaseUrl(file)).toBe(url);
  }
  for (const text of ['', '# nothing\n', '\n\n']) {
    writeFileSync(file, text);
    expect(() => readDatabaseUrl(file)).toThrow(/contains no database URL/);
  }
  expect(() => readDatabaseUrl(path('none'))).toThrow(/could not read .*none: no such file or directory/);
});
