import { execa } from 'execa';
import { PROGRAM } from './program.js';

/**
 * Starts the program's server and waits for its address. Picks a free port unless `args` contain one.
 *
 * @param within words of a command that runs the program.
 */
export async function startServing(args: readonly string[], within: readonly string[] = []) {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const [command = '', ...words] = [...within, process.execPath, PROGRAM, 'serve', '--quiet', ...port, ...args];
  const child = execa(command, words, { reject: false });
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()));
    child.then(({ stderr }) => reject(new Error(stderr)));
  });
  const stop = () => {
    child.kill();
    return child;
  };
  return { address, child, stop };
}
