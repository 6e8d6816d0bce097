import { describe, expect, test } from 'vitest';
import { has } from '../machine.js';
import { request } from '../server/request.js';
import { queensPar } from './program.js';
import { startServing } from './serving.js';

describe('queens-par serve', () => {
  test.runIf(has('posix')).each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends the server with exit code 0',
    async (signal) => {
      const { address, child } = await startServing([]);
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
      expect(await request(address, '/ledgers/')).toMatchObject({ status: 200 });
      child.kill(signal);
      const { exitCode, stdout, stderr } = await child;
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toBe(address);
      await expect(fetch(address)).rejects.toThrow();
    },
  );

  test('prints a one-line error if the port is in use', async () => {
    const { address, stop } = await startServing([]);
    const { port } = new URL(address);
    const stderr = `queens-par: port ${port} is in use; --port 0 picks a free one`;
    expect(await queensPar(['serve', '--port', port])).toEqual({ stdout: '', stderr, exitCode: 2 });
    await stop();
  });

  test('refuses a folder that it cannot read', async () => {
    const { stdout, stderr, exitCode } = await queensPar(['serve', '/nowhere', '--port', '0']);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toMatch(/^queens-par: \/nowhere is not a readable folder.*$/);
  });
});
