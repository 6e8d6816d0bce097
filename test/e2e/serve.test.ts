import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { queensPar } from './program.js';
import { startServing } from './serving.js';

describe('queens-par serve', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it cleanly, and its counts too', async (signal) => {
    const { address, child } = await startServing(['--threads', '1']);
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":20}' };
    const { name } = await (await fetch(new URL('api/counts', address), asked)).json();
    expect((await fetch(new URL(`api/runs/count/${name}`, address))).status).toBe(200);
    child.kill(signal);
    const { exitCode, stdout, stderr } = await child;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(address);
    await expect(fetch(address)).rejects.toThrow();
  });

  test('prints an address of the loopback', async () => {
    const { address, child } = await startServing([]);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    child.kill();
    await child;
  });

  test('listens elsewhere with a token only: its own, or one that nobody can guess', async () => {
    const own = await startServing(['--host', '0.0.0.0', '--token', 'correct-horse-battery']);
    expect(own.address).toMatch(/\/\?token=correct-horse-battery$/);
    const tokens: string[] = [];
    for (let i = 0; i < 2; i++) {
      const { address, child } = await startServing(['--host', '0.0.0.0']);
      tokens.push(new URL(address).searchParams.get('token') ?? '');
      child.kill();
      await child;
    }
    own.child.kill();
    await own.child;
    for (const token of tokens) expect(token).toMatch(/^[\w-]{24,}$/);
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  test('a port in use is an error of one line', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.on('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    expect(await queensPar(['serve', '--port', port])).toEqual({
      stdout: '',
      stderr: `queens-par: port ${port} is in use; --port 0 picks a free one`,
      exitCode: 2,
    });
    server.close();
  });

  test.each([
    [['--host', '203.0.113.1', '--port', '0'], '203.0.113.1 is not an address of this machine'],
    [['--data', '/nowhere', '--port', '0'], '/nowhere is not a readable folder'],
  ])('refuses %j', async (args, message) => {
    const { stdout, stderr, exitCode } = await queensPar(['serve', ...args]);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('\n');
  });
});
