import { UsageError } from '../errors/errors.js';

/** Where the metrics are served. */
export interface MetricsAddress {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/** Reads `9464` (this machine alone) or `0.0.0.0:9464`. @throws UsageError */
export function readMetricsAddress(text: string): MetricsAddress {
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  if (port !== undefined && Number(port) < 65_536)
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
  throw new UsageError(`--metrics must be a port, like 9464 or 0.0.0.0:9464, not ${JSON.stringify(text)}`);
}
