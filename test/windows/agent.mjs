// Runs Node.js for the tests, inside Wine, because Node.js for Windows cannot write to Unix pipes. Writes its port
// to the file in its argument. Each connection sends the command as a line of JSON, perhaps followed by a second line
// to kill it, and gets the result.
import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

const [, , file = ''] = process.argv;

const server = createServer((socket) => {
  const lines = createInterface({ input: socket });
  lines.once('line', async (line) => {
    const { args, cwd } = JSON.parse(line);
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    lines.on('line', () => child.kill()); // TerminateProcess
    const ended = new Promise((resolve) => child.on('close', resolve));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    socket.end(JSON.stringify({ stdout, stderr, exitCode: await ended }));
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  writeFileSync(`${file}.new`, String(port));
  renameSync(`${file}.new`, file);
});
