import { busyThreads, calibrate, forecastMemory, forecastSeconds } from '../count/forecast.js';
import { resolveThreads } from '../executors/threads.js';
import { choosePlan } from '../plan/choose-plan.js';
import type { Algorithm } from '../plan/subproblem.js';
import { MOST_THREADS } from '../plan/threads.js';
import { type Forecast, forecastAsJson, forecastText } from '../report/forecast.js';
import { interruptible } from '../terminal/interruption.js';

export interface ForecastArguments {
  readonly n: number;
  readonly threads: number | undefined;
  readonly machines: number | undefined;
  readonly algorithm: 'auto' | Algorithm;
  readonly memory: number | undefined;
  readonly json: boolean;
}

/** Measures this machine, and prints how long a count would take. */
export async function runForecast({ n, machines = 1, json, ...options }: ForecastArguments): Promise<void> {
  const { threads } = resolveThreads(options.threads);
  const plan = choosePlan(n, { ...options, threads });
  const secondsPerCost = await interruptible((signal) =>
    calibrate(plan.algorithm, { threads, kernel: 'fast' }, signal),
  );

  const threadsOfAll = threads * machines;
  const planOfAll = choosePlan(n, { ...options, threads: Math.min(threadsOfAll, MOST_THREADS) });
  const forecast: Forecast = {
    n,
    algorithm: plan.algorithm,
    threads: busyThreads(plan, threads),
    seconds: forecastSeconds(plan, threads, secondsPerCost),
    memory: forecastMemory(plan, threads),
    machines,
    clusterSeconds: forecastSeconds(planOfAll, threadsOfAll, secondsPerCost),
  };
  process.stdout.write(json ? `${forecastAsJson(forecast)}\n` : forecastText(forecast));
}
