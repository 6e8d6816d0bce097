import { expect, test } from 'vitest';
import { explainMessages } from '../../../src/cluster/postgres/postgres-log.js';

test.each([
  [
    'Execution of PostgreSQL by a user with administrative permissions is not\npermitted.\nThe server must be',
    'it cannot run with administrator rights. Use a terminal without them',
  ],
  ['2026-11-27 00:00:00 UTC [7] LOG:  starting\n2026-11-27 00:00:01 UTC [7] FATAL:  no room\n', 'no room'],
  ['', ''],
])('the messages %j of a server that has exited are explained', (messages, explained) => {
  expect(explainMessages(messages, '/data')).toBe(explained);
});
