import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { readCommit } from '../scripts/build/commit.mjs';
import { temporaryFolder } from './node/ledger/folder.js';

const path = temporaryFolder();
afterEach(() => void vi.unstubAllEnvs());

test('the build contains its commit', () => {
  const git = (...args: string[]) => execFileSync('git', ['-C', path('checkout'), ...args], { encoding: 'utf8' });
  mkdirSync(path('checkout'));
  git('init', '--quiet');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--allow-empty', '-m', 'first');
  expect(readCommit(path('checkout'))).toEqual({ commit: `${git('rev-parse', 'HEAD').slice(0, 12)}\n` });
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  expect(readCommit(path('checkout'))).toEqual({ commit: '', problem: expect.stringContaining('dubious ownership') });
});

test('a build outside a repository has no commit, and no problem', () => {
  vi.stubEnv('GIT_CEILING_DIRECTORIES', path(''));
  mkdirSync(path('archive'));
  expect(readCommit(path('archive'))).toEqual({ commit: '' });
});
