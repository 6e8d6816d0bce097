import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { explainDatabaseError, isOutage } from '../../src/cluster/database-error.js';

const URL = 'postgres://ada:secret@db.example/queens';

test.each([
  ['28000', 'no pg_hba.conf entry for host "10.0.0.7", user "ada", database "queens", no encryption', /add sslmode=/],
  ['28P01', 'password authentication failed for user "ada"', /refuses the login/],
  ['08P01', 'unsupported startup parameter: options', /is a connection pooler like PgBouncer/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'IP: 10.0.0.7 is not in the list', /use the certificate's host name/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /add sslrootcert=/],
  ['CERT_HAS_EXPIRED', 'certificate has expired', /^db\.example:5432\/queens: certificate has expired$/],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND db.example', /^db\.example:5432\/queens: this host does not exist$/],
  ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN db.example', /queens: the name of this host cannot be resolved$/],
])('the error %s is explained with its remedy, and without the password', (code, message, explanation) => {
  const error = explainDatabaseError(Object.assign(new Error(message), { code }), URL);
  expect(error.message).toMatch(explanation);
  expect(error.message).not.toContain('secret');
});

test.each(['EACCES', 'EINVAL', 'EHOSTUNREACH'] as const)(
  'a route that vanishes (%s) is an outage, and its error is explained',
  (code) => {
    const errno = -constants.errno[code];
    const error = Object.assign(new Error(`connect ${code} 10.0.0.7:5432`), { code, errno, syscall: 'connect' });
    for (const hasWorked of [false, true]) {
      expect(isOutage(error, hasWorked)).toBe(true);
      expect(explainDatabaseError(error, URL, hasWorked).message).toMatch(
        /^db\.example:5432\/queens cannot be reached: [a-z ]+$/,
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
