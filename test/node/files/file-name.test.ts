import { expect, test } from 'vitest';
import { UsageError } from '../../../src/core/errors/errors.js';
import { assertValidName } from '../../../src/node/files/file-name.js';

test.each(['x.queens-par-new', 'X.Queens-Par-NEW'])('the name %s is refused on every system', (name) => {
  for (const system of ['linux', 'darwin', 'win32']) expect(() => assertValidName(name, system)).toThrow(UsageError);
});

test.each([
  ['NUL', 'is the name of a device'],
  ['C:\\runs\\aux.ledger', 'is the name of a device'],
  ['runs/Com1', 'is the name of a device'],
  ['16.ledger.', 'ends with a dot or a space'],
  ['16.ledger ', 'ends with a dot or a space'],
  ['D:\\16.ledger:16', 'contains a colon'],
])('the name %j is refused on Windows only', (name, fault) => {
  expect(() => assertValidName(name, 'win32')).toThrow(fault);
  expect(() => assertValidName(name, 'linux')).not.toThrow();
});

test.each([
  '16.ledger',
  'C:\\16.ledger',
  'C:16.ledger',
  '.\\nul\\16.ledger',
  '..\\com.ledger',
  '\\\\?\\C:\\16.ledger',
  'ü q',
])('the name %j is allowed on Windows', (name) => {
  expect(() => assertValidName(name, 'win32')).not.toThrow();
});
