import { expect, test } from 'vitest';
import { explainMessages } from '../../../src/cluster/postgres/postgres-server.js';

test.each([
  [
    'Execution of PostgreSQL by a user with administrative permissions is not\npermitted.\nThe server must be',
    'Execution of PostgreSQL by a user with administrative permissions is not permitted. The server must be',
  ],
  ['Execution by an administrator is not\r\npermitted.\r\n', 'Execution by an administrator is not permitted.'],
  ['2026-11-27 00:00:00 UTC [7] LOG:  starting\n2026-11-27 00:00:01 UTC [7] FATAL:  no room\n', 'no room'],
  [
    '2026-11-27 00:00:01 UTC [7] FATAL:  no room\n2026-11-27 00:00:01 UTC [7] HINT:  Make some.\n',
    'no room. Make some',
  ],
  ['', ''],
])('the messages %j of a server that has exited are explained', (messages, explained) => {
  expect(explainMessages(messages)).toBe(explained);
});
