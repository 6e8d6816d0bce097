/** What this machine, or the container or batch job around this process, has. Everything that asks for it asks here. */
import { availableParallelism, totalmem } from 'node:os';
import { cgroupLimits } from './cgroup.js';

/** Returns the number of threads that can run at the same time: the cores, or a smaller quota, rounded up. */
export function cores(limits = cgroupLimits()): number {
  return Math.min(availableParallelism(), Math.ceil(limits.cores));
}

/** Returns the memory in bytes. */
export function memory(limits = cgroupLimits()): number {
  return Math.min(totalmem(), limits.memory);
}
