import { describe, expect, test } from 'vitest';
import { request, startCount } from '../server/request.js';
import { queensPar } from './program.js';
import { startServing } from './serving.js';

describe('queens-par serve', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the server and its counts with exit code 0', async (signal) => {
    const { address, child } = await startServing(['--threads', '1']);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(await request(address, `/api/runs/count/${await startCount(address, 20)}`)).toMatchObject({ status: 200 });
    child.kill(signal);
    const { exitCode, stdout, stderr } = await child;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(address);
    await expect(fetch(address)).rejects.toThrow();
  });

  test('prints an address with the given token, or a random one, if the host is not a loopback address', async () => {
    const given = await startServing(['--host', '0.0.0.0', '--token', 'correct-horse-battery']);
    expect(given.address).toMatch(/\/\?token=correct-horse-battery$/);
    const tokens: string[] = [];
    for (let i = 0; i < 2; i++) {
      const { address, stop } = await startServing(['--host', '0.0.0.0']);
      tokens.push(new URL(address).searchParams.get('token') ?? '');
      await stop();
    }
    await given.stop();
    for (const token of tokens) expect(token).toMatch(/^[\w-]{24,}$/);
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  test('prints a one-line error if the port is in use', async () => {
    const { address, stop } = await startServing([]);
    const { port } = new URL(address);
    const stderr = `queens-par: port ${port} is in use; --port 0 picks a free one`;
    expect(await queensPar(['serve', '--port', port])).toEqual({ stdout: '', stderr, exitCode: 2 });
    await stop();
  });

  test.each([
    [['--host', '203.0.113.1', '--port', '0'], '203.0.113.1 is not an address of this machine'],
    [['--data', '/nowhere', '--port', '0'], '/nowhere is not a readable folder'],
  ])('refuses %j', async (args, message) => {
    const { stdout, stderr, exitCode } = await queensPar(['serve', ...args]);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toMatch(new RegExp(`^queens-par: ${message}.*$`));
  });
});
