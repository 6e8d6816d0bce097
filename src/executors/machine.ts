/** What this machine, or the container or batch job around this process, has. Everything that asks for it asks here. */
import os from 'node:os'; // not by name: an old Node.js would refuse the library without saying why
import { cgroupLimits } from './cgroup.js';

/** Returns the number of threads that can run at the same time: the cores, or a smaller quota, rounded up. */
export function cores(limits = cgroupLimits()): number {
  return Math.min(os.availableParallelism(), Math.ceil(limits.cores));
}

/** Returns the memory in bytes. */
export function memory(limits = cgroupLimits()): number {
  return Math.min(os.totalmem(), limits.memory);
}
