/** Starts a PostgreSQL server for the test files that share one. vitest calls this before the tests of the cluster. */
import type { TestProject } from 'vitest/node';
import { createServer } from './postgres.js';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresPort: number;
  }
}

export default async function startSharedServer(project: TestProject): Promise<() => Promise<void>> {
  const server = createServer();
  project.provide('postgresPort', await server.initialize());
  return server.remove;
}
