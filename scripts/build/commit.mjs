// Reads the commit that `queens-par version` prints.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the commit of a checkout; a plus marks uncommitted changes.
 *
 * @param {string} root
 * @returns {{ commit: string, problem?: string }} the commit, empty outside a repository; and the reason why it could
 *   not be read: Git is missing, or does not trust a repository that belongs to another user.
 */
export function readCommit(root) {
  const options = ['describe', '--always', '--exclude=*', '--dirty=+', '--abbrev=12'];
  const { status, stdout, stderr, error } = spawnSync('git', options, { cwd: root, encoding: 'utf8' });
  if (status === 0) return { commit: stdout };
  if (!existsSync(join(root, '.git'))) return { commit: '' };
  return { commit: '', problem: error?.message ?? stderr.split('\n', 1).join() };
}
