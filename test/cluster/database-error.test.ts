import { expect, test } from 'vitest';
import { explainDatabaseError } from '../../src/cluster/database-error.js';

test.each([
  ['28000', 'no pg_hba.conf entry for host "10.0.0.7", user "ada", database "queens", no encryption', /add sslmode=/],
  ['28P01', 'password authentication failed for user "ada"', /refuses the login/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'IP: 10.0.0.7 is not in the list', /use the certificate's host name/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /add sslrootcert=/],
  ['CERT_HAS_EXPIRED', 'certificate has expired', /^db\.example:5432\/queens: certificate has expired$/],
])('the error %s is explained with its remedy, and without the password', (code, message, explanation) => {
  const error = explainDatabaseError(
    Object.assign(new Error(message), { code }),
    'postgres://ada:secret@db.example/queens',
  );
  expect(error.message).toMatch(explanation);
  expect(error.message).not.toContain('secret');
});
