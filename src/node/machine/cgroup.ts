import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The limits of Linux control groups, set by containers, systemd and batch systems; Infinity where there is none.
 * Node.js 20 does not recognize all of them.
 */
export interface CgroupLimits {
  /** Seconds of CPU time per second, such as 0.5 or 2. */
  readonly cores: number;
  /** Memory in bytes. */
  readonly memory: number;
}

/**
 * Reads the limits of this process's groups and of all groups that contain them. The smallest limit applies.
 *
 * @param root folder that contains `proc` and `sys`; tests use their own.
 */
export function readCgroupLimits(root = '/'): CgroupLimits {
  let cores = Number.POSITIVE_INFINITY;
  let memory = Number.POSITIVE_INFINITY;
  for (const [hierarchy, path] of parseGroups(read(join(root, 'proc/self/cgroup')) ?? '')) {
    // In a container, the path may be the host's, which does not exist there.
    for (let group = join('/', path); ; group = dirname(group)) {
      const folder = join(root, 'sys/fs/cgroup', hierarchy, group);
      cores = Math.min(cores, readCores(folder));
      memory = Math.min(memory, readBytes(folder));
      if (group === dirname(group)) break;
    }
  }
  return { cores, memory };
}

/** Parses /proc/self/cgroup, with lines such as `0::PATH` (version 2) and `4:cpu,cpuacct:PATH` (version 1). */
function parseGroups(text: string): (readonly [hierarchy: string, path: string])[] {
  return text.split('\n').flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers === undefined || path === undefined) return [];
    const names = controllers === '' ? ['', 'unified'] : [controllers, ...controllers.split(',')];
    if (controllers !== '' && !names.includes('cpu') && !names.includes('memory')) return [];
    return [...new Set(names)].map((name) => [name, path] as const);
  });
}

/** Reads a group's quota from `cpu.max` (`200000 100000` or `max 100000`) or, in version 1, from two files. */
function readCores(folder: string): number {
  const [quota, period] = read(join(folder, 'cpu.max'))?.split(' ') ?? [
    read(join(folder, 'cpu.cfs_quota_us')),
    read(join(folder, 'cpu.cfs_period_us')),
  ];
  return toLimit(Number(quota) / Number(period));
}

function readBytes(folder: string): number {
  return toLimit(Number(read(join(folder, 'memory.max')) ?? read(join(folder, 'memory.limit_in_bytes'))));
}

/** Returns a value above 0, otherwise Infinity: `max` and missing files give NaN, and -1 is version 1's `max`. */
function toLimit(value: number): number {
  return value > 0 ? value : Number.POSITIVE_INFINITY;
}

function read(file: string): string | undefined {
  if (!existsSync(file)) return undefined; // most files are missing, and catching an error takes longer
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
