/** What this machine, or the container or batch job around this process, has. Everything that asks for it asks here. */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { dirname, join } from 'node:path';

/** Returns the number of threads that can run at the same time: the cores, or a smaller quota, rounded up. */
export function cores(limits = cgroupLimits()): number {
  return Math.min(availableParallelism(), Math.ceil(limits.cores));
}

/** Returns the fraction of a core that each of some threads can use: 1, or less if a container's quota is smaller. */
export function coreShare(threads: number, limits = cgroupLimits()): number {
  return Math.min(1, limits.cores / threads);
}

/**
 * Returns the memory that this process can use, in bytes. macOS does not count memory of its caches as free, so there
 * it is the whole memory.
 */
export function availableMemory(limits = cgroupLimits()): number {
  return Math.min(process.platform === 'darwin' ? totalmem() : freemem(), limits.memory);
}

/**
 * The limits of Linux control groups, which containers, systemd and batch systems set; Infinity where there is none.
 * Node 20 does not know all of them.
 */
interface CgroupLimits {
  /** Seconds of CPU time in a second, such as 0.5 or 2. */
  readonly cores: number;
  /** Memory in bytes. */
  readonly memory: number;
}

/** A place where the files of a group may be, below the root. */
interface Group {
  /** Folder where the hierarchy is mounted. */
  readonly mount: string;
  /** The group's path in the hierarchy. In a container, it may be the path on the host, which does not exist. */
  readonly path: string;
}

/**
 * Reads the limits of this process's groups and of all groups around them. The least limit counts.
 *
 * @param root folder with `proc` and `sys`; tests have their own.
 */
export function cgroupLimits(root = '/'): CgroupLimits {
  let cores = Number.POSITIVE_INFINITY;
  let memory = Number.POSITIVE_INFINITY;
  for (const { mount, path } of parseGroups(read(join(root, 'proc/self/cgroup')) ?? '')) {
    for (let group = join('/', path); ; group = dirname(group)) {
      const folder = join(root, mount, group);
      cores = Math.min(cores, coresIn(folder));
      memory = Math.min(memory, bytesIn(folder));
      if (group === dirname(group)) break;
    }
  }
  return { cores, memory };
}

/** Returns the groups in /proc/self/cgroup, whose lines are `0::PATH` for version 2 and `4:cpu,cpuacct:PATH` for 1. */
function parseGroups(text: string): Group[] {
  return text.split('\n').flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) return [];
    const names = controllers === '' ? ['', 'unified'] : [controllers, ...controllers.split(',')];
    if (controllers !== '' && !names.includes('cpu') && !names.includes('memory')) return [];
    return [...new Set(names)].map((name) => ({ mount: join('sys/fs/cgroup', name), path }));
  });
}

/**
 * Returns the quota of a group, from `cpu.max` (`200000 100000` or `max 100000`) or from the two files of version 1.
 */
function coresIn(folder: string): number {
  const [quota, period] = read(join(folder, 'cpu.max'))?.split(' ') ?? [
    read(join(folder, 'cpu.cfs_quota_us')),
    read(join(folder, 'cpu.cfs_period_us')),
  ];
  return limit(Number(quota) / Number(period));
}

function bytesIn(folder: string): number {
  return limit(Number(read(join(folder, 'memory.max')) ?? read(join(folder, 'memory.limit_in_bytes'))));
}

/** Returns a number above 0, or Infinity: `max` and missing files give NaN, and -1 means no limit in version 1. */
function limit(value: number): number {
  return value > 0 ? value : Number.POSITIVE_INFINITY;
}

function read(file: string): string | undefined {
  if (!existsSync(file)) return undefined; // most are missing, and an error takes longer
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
