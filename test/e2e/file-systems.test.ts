import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { has, MOUNTING } from '../machine.js';
import { idsIn } from './ledger-file.js';
import { PROGRAM } from './program.js';
import { sandbox } from './sandbox.js';
import { buildFaults, CAN_FAIL, failingCall } from './system-calls.js';

const { path, run } = sandbox();
const EXACT = { stdout: '724', exitCode: 0 };

describe.runIf(CAN_FAIL)('a file system', () => {
  const library = path('faults.so');
  beforeAll(() => void buildFaults(library));

  test.each([
    ['FCHMOD', 'EPERM'], // SMB shares and FUSE mounts of another owner
    ['FCHMOD', 'ENOSYS'],
    ['FCHOWN', 'EINVAL'], // an owner that the mount does not know
    ['FCHOWN', 'ENOTSUP'],
    ['FOLDER_SYNC', 'ENOSYS'],
    ['FOLDER_SYNC', 'EINVAL'],
  ] as const)('that refuses %s with %s keeps checkpoints and parts without a word', async (call, code) => {
    const env = failingCall(library, call, code);
    const file = `${call} ${code}.ledger`;
    for (const line of [['10'], ['10', '--threads', '1']]) {
      expect(await run([...line, '--checkpoint', file, '--quiet'], env)).toMatchObject({ ...EXACT, stderr: '' });
    }
    expect(idsIn(path(file))).toHaveLength(36);
    const part = ['10', '--part', '1/2', '--out', `${file} 1`, '--quiet'];
    expect(await run(part, env)).toMatchObject({ stderr: '', exitCode: 0 });
    expect(idsIn(path(`${file} 1`))).toHaveLength(18);
  });

  test.each(['FCHMOD', 'FCHOWN', 'FOLDER_SYNC'] as const)('whose disk fails in %s ends the count', async (call) => {
    const count = ['10', '--checkpoint', `${call} broken`, '--quiet'];
    const { stderr, ...rest } = await run(count, failingCall(library, call, 'EIO'));
    expect(stderr).toMatch(/^queens-par: .*: the disk reported an error$/);
    expect(rest).toMatchObject({ stdout: '', exitCode: 1 });
  });

  test.each(['ENOLCK', 'EINVAL', 'EOPNOTSUPP', 'ENOSYS'] as const)(
    'without locks (%s) causes a warning',
    async (code) => {
      const env = failingCall(library, 'LOCK', code);
      const file = `${code}.ledger`;
      const warning = (name: string) =>
        `queens-par: This system cannot lock ${name}. Do not let a second process write to it.`;
      for (const line of [['10'], ['10', '--threads', '1']]) {
        const count = await run([...line, '--checkpoint', file, '--quiet'], env);
        expect(count).toMatchObject({ ...EXACT, stderr: warning(file) });
      }
      const part = await run(['10', '--part', '1/2', '--out', `${file} 1`, '--quiet'], env);
      expect(part).toMatchObject({ stderr: warning(`${file} 1`), exitCode: 0 });
      const status = await run(['status', file], env);
      expect(status).toMatchObject({ stdout: expect.stringContaining('finished: 724 solutions'), exitCode: 0 });
    },
  );

  test.each([
    ['EIO', 'could not lock lock.ledger: the disk reported an error', 1],
    ['EDQUOT', 'could not lock lock.ledger: your disk quota is used up', 1],
    ['ESTALE', 'could not lock lock.ledger: the file server no longer has this file', 1],
    ['EACCES', 'lock.ledger is in use by another count', 2], // how an SMB share refuses another machine's lock
  ] as const)('whose locks fail with %s ends the count', async (code, message, exitCode) => {
    const count = await run('10 --checkpoint lock.ledger --quiet', failingCall(library, 'LOCK', code));
    expect(count).toMatchObject({ stdout: '', stderr: `queens-par: ${message}`, exitCode });
  });
});

describe.runIf(has('unshare')).each([
  [
    'full',
    'cat /dev/zero > disk/fill 2> /dev/null',
    'could not write disk/FILE, which is unchanged: no space left on the disk',
  ],
  ['read-only', 'mount -o remount,ro disk', 'could not open disk/FILE for writing: read-only file system'],
])('a %s disk', (name, spoil, problem) => {
  const FILES = {
    whole: '10 --checkpoint disk/whole',
    part: '10 --part 1/2 --out disk/part',
    started: '10 --checkpoint disk/started',
    verified: '10 --verify --checkpoint disk/verified',
    torn: '10 --checkpoint disk/torn',
  };
  test('gives the total of a finished checkpoint and the way to resume another one', async () => {
    const each = (script: string) => Object.values(FILES).map((line) => `${script} ${line}`);
    const script = [
      'mkdir disk; mount -t tmpfs -o size=64k none disk',
      'count() { "$NODE" "$PROGRAM" "$@" --quiet 2>&1; echo "exit $?"; }',
      ...each('count').map((line) => `${line} > /dev/null`),
      'sed -i \\$d disk/started; truncate -s -1 disk/torn',
      spoil,
      ...each('count'),
    ];
    const env = { NODE: process.execPath, PROGRAM };
    const cwd = path('');
    const { stdout } = await execa(MOUNTING[0], [...MOUNTING.slice(1), 'sh', '-c', script.join('\n')], { cwd, env });
    const refused = (file: string) =>
      `queens-par: ${problem.replace('FILE', file)}. Copy it to where it can be written, and resume the copy\nexit 2`;
    const code = name === 'full' ? 'exit 1' : 'exit 2';
    const [started, torn] = ['started', 'torn'].map((file) => refused(file).replace('exit 2', code));
    expect(stdout).toBe(['724\nexit 0', 'exit 0', started, '724\nexit 0', torn].join('\n'));
  });
});
