import { expect, test } from 'vitest';
import { Database } from '../../../src/cluster/connection/database.js';

/** Fails twice, and asks the database for something else before each time. */
function createTask(code: string, other: () => Promise<unknown>) {
  let failures = 0;
  return async () => {
    await other();
    if (failures++ < 2) throw Object.assign(new Error('no'), { severity: 'ERROR', code });
    return failures;
  };
}

test.each([
  ['a lock timeout', '55P03', ['another connection has locked tables or rows in the database; waiting for it']],
  ['a full disk', '53100', ['localhost:1/q: no; retrying until it answers', 'the database is answering again']],
])('%s that stops only some tasks is reported once, although others succeed meanwhile', async (_, code, messages) => {
  const logged: string[] = [];
  const log = (message: string) => logged.push(message);
  const database = new Database('postgres://ada@localhost:1/q', { onOutage: log, onLock: log });
  const heartbeat = () => database.retry(async () => {});
  const tasks = [createTask(code, heartbeat), createTask(code, heartbeat)].map((task) => database.retry(task));
  expect(await Promise.all(tasks)).toEqual([3, 3]);
  expect(logged).toEqual(messages);
  await database.retry(createTask(code, heartbeat));
  expect(logged).toEqual([...messages, ...messages]);
  await database.close();
});
