import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readCgroupLimits } from '../../../src/node/machine/cgroup.js';
import { temporaryFolder } from '../ledger/folder.js';

const path = temporaryFolder();
const NONE = Number.POSITIVE_INFINITY;
let roots = 0;

/** Makes a folder with these files, as if it were the root of a machine. */
function rootWith(files: Readonly<Record<string, string>>): string {
  const root = path(`root-${roots++}`);
  for (const [name, text] of Object.entries({ 'proc/version': '', ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), `${text}\n`);
  }
  return root;
}

const V1 = '5:cpu,cpuacct:/a/b\n4:memory:/a/b\n2:devices:/';

test.each<[string, Record<string, string>, { cores: number; memory: number }]>([
  ['no control groups', {}, { cores: NONE, memory: NONE }],
  [
    'version 2 with the group of a container',
    { 'proc/self/cgroup': '0::/', 'sys/fs/cgroup/cpu.max': '200000 100000', 'sys/fs/cgroup/memory.max': '272629760' },
    { cores: 2, memory: 272629760 },
  ],
  [
    'version 2 without limits',
    { 'proc/self/cgroup': '0::/x', 'sys/fs/cgroup/x/cpu.max': 'max 100000', 'sys/fs/cgroup/x/memory.max': 'max' },
    { cores: NONE, memory: NONE },
  ],
  [
    'version 2 with a smaller limit around the group',
    {
      'proc/self/cgroup': '0::/system.slice/job.service',
      'sys/fs/cgroup/system.slice/cpu.max': '50000 100000',
      'sys/fs/cgroup/system.slice/job.service/cpu.max': '300000 100000',
      'sys/fs/cgroup/system.slice/job.service/memory.max': '1000',
      'sys/fs/cgroup/system.slice/memory.max': '2000',
    },
    { cores: 0.5, memory: 1000 },
  ],
  [
    "version 2 with the host's path in a container",
    { 'proc/self/cgroup': '0::/docker/4f2a', 'sys/fs/cgroup/cpu.max': '150000 100000' },
    { cores: 1.5, memory: NONE },
  ],
  [
    'version 1',
    {
      'proc/self/cgroup': V1,
      'sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us': '400000',
      'sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us': '200000',
      'sys/fs/cgroup/memory/a/memory.limit_in_bytes': '5000',
      'sys/fs/cgroup/memory/a/b/memory.limit_in_bytes': '9223372036854771712',
    },
    { cores: 2, memory: 5000 },
  ],
  [
    'version 1 without limits, with the link cpu',
    {
      'proc/self/cgroup': V1,
      'sys/fs/cgroup/cpu/a/b/cpu.cfs_quota_us': '-1',
      'sys/fs/cgroup/cpu/a/b/cpu.cfs_period_us': '100000',
    },
    { cores: NONE, memory: NONE },
  ],
  [
    'both versions',
    {
      'proc/self/cgroup': `${V1}\n0::/u`,
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '300000',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
      'sys/fs/cgroup/unified/u/memory.max': '7000',
    },
    { cores: 3, memory: 7000 },
  ],
  [
    'files that are not as expected',
    { 'proc/self/cgroup': 'nonsense\n0:/', 'sys/fs/cgroup/cpu.max': 'nonsense', 'sys/fs/cgroup/memory.max': '' },
    { cores: NONE, memory: NONE },
  ],
])('the limits of %s are read', (_, files, limits) => {
  expect(readCgroupLimits(rootWith(files))).toEqual(limits);
});
