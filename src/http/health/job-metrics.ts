/** Metrics of the jobs that this process runs: how many run, and how long attempts took. */

import { Gauge, Histogram, type Registry } from 'prom-client';
import type { JobMeter } from '../../usecases/ports/job-meter.ts';

const buckets = [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120];

export function meterJobs(registry: Registry): JobMeter {
  const registers = [registry];
  const running = new Gauge({
    name: 'photokiosk_worker_jobs_running',
    help: 'Jobs that this process runs.',
    labelNames: ['kind'],
    registers,
  });
  const durations = new Histogram({
    name: 'photokiosk_worker_job_duration_seconds',
    help: 'Duration of each attempt at a job in this process, by its end.',
    labelNames: ['kind', 'end'],
    buckets,
    registers,
  });
  return {
    began(kind) {
      running.inc({ kind });
      return (end, durationMs) => {
        running.dec({ kind });
        durations.observe({ kind, end }, durationMs / 1000);
      };
    },
  };
}
