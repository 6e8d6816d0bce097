import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { explainDatabaseError, isOutage } from '../../../src/cluster/connection/database-error.js';
import { OperationalError, UsageError } from '../../../src/core/errors/errors.js';
import { ConflictError } from '../../../src/core/results/results.js';

const URL = 'postgres://ada:secret@db.example/queens';

test.each([
  ['28000', 'no pg_hba.conf entry for host "10.0.0.7", user "ada", database "queens", no encryption', /Add sslmode=/],
  [
    '28P01',
    'password authentication failed for user "ada"',
    /^db\.example:5432\/queens: password authentication failed/,
  ],
  [
    '08P01',
    'unsupported startup parameter: options',
    /the connection pooler refuses a parameter of the URL \(.*\)\. Remove it$/,
  ],
  ['28000', 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', /requires a password/],
  ['42P01', 'relation "run" does not exist', /Use a login with access to the schema queens_par,/],
  ['42501', 'permission denied for schema queens_par', /Use a login with access to the schema queens_par, such/],
  ['42501', 'permission denied for database queens', /Use a login that may create schemas in this database, such/],
  ['25006', 'cannot execute INSERT in a read-only transaction', /is read-only, because it is a standby/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /untrusted certificate \(self-signed certificate\)/],
  ['CERT_HAS_EXPIRED', 'certificate has expired', /^db\.example:5432\/queens: certificate has expired$/],
  [
    '53100',
    'could not extend file:\n No space left on device',
    /queens: could not extend file: No space left on device$/,
  ],
])(
  'the error %s is one line, with a remedy if its own message misleads, and without the password',
  (code, message, explanation) => {
    const error = explainDatabaseError(Object.assign(new Error(message), { code }), URL);
    expect(error.message).toMatch(explanation);
    expect(error.message).not.toContain('secret');
  },
);

test.each([
  ['28P01', UsageError],
  ['3D000', UsageError],
  ['CERT_HAS_EXPIRED', OperationalError],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UsageError],
  ['ECONNREFUSED', OperationalError],
])('%s is a %o: only a mistake in the URL has exit code 2', (code, Kind) => {
  const cause = Object.assign(new Error('refused'), { code });
  expect(explainDatabaseError(cause, URL).constructor).toBe(Kind);
  expect(explainDatabaseError(cause, URL, true).constructor).toBe(OperationalError);
});

test.each([
  ['ENOTFOUND', 'this host does not exist'],
  ['EAI_AGAIN', 'the host name could not be resolved'],
])('a name without an address (%s) is explained', (code, reason) => {
  const error = Object.assign(new Error(`getaddrinfo ${code} db.example`), { code, syscall: 'getaddrinfo' });
  expect(explainDatabaseError(error, URL).message).toBe(`could not reach db.example:5432/queens: ${reason}`);
});

test.each([new TypeError('x is not a function'), new ConflictError('0.1', [1, 2])])(
  '%s is no outage, and no error of the database',
  (error) => {
    for (const hasWorked of [false, true]) {
      expect(isOutage(error, hasWorked)).toBe(false);
      expect(explainDatabaseError(error, URL, hasWorked)).toBe(error);
    }
  },
);

test.each(['EACCES', 'EINVAL', 'EHOSTUNREACH'] as const)(
  'a route that vanishes (%s) is an outage, and its error is explained',
  (code) => {
    const errno = -constants.errno[code];
    const error = Object.assign(new Error(`connect ${code} 10.0.0.7:5432`), { code, errno, syscall: 'connect' });
    for (const hasWorked of [false, true]) {
      expect(isOutage(error, hasWorked)).toBe(true);
      expect(explainDatabaseError(error, URL, hasWorked).message).toMatch(
        /^could not reach db\.example:5432\/queens: [a-z ]+$/,
      );
    }
  },
);

test.each([
  ['57P03', 'the server is starting', true, true],
  ['25006', 'it is a standby', true, true],
  ['53100', 'its disk is full', true, true],
  ['42501', 'a permission is missing', false, true],
  ['42P01', 'a table is missing', false, true],
  ['23503', 'the row of the worker is missing', false, true],
  ['23514', 'it refuses a value', false, false],
  ['22003', 'a value is too large', false, false],
])('the answer %s (%s) is an outage at the start: %j, later: %j', (code, _, atStart, later) => {
  const answer = Object.assign(new Error('refused'), { code, severity: 'ERROR' });
  expect([isOutage(answer, false), isOutage(answer, true)]).toEqual([atStart, later]);
});
