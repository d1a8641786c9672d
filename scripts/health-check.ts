/**
 * The health check of the container image: exits with code 0 if the service of this container can take requests
 * (`/health/ready`), and with code 1 otherwise. Reads `ROLE`, `PORT` and `WORKER_PORT` as the service does.
 */

import { env } from 'node:process';

const timeoutMs = 4_000;
const port = env.ROLE === 'worker' ? (env.WORKER_PORT ?? '8081') : (env.PORT ?? '8080');

try {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  console.log(answer.status, await answer.text());
  process.exitCode = answer.status === 200 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? (error.cause ?? error) : error);
  process.exitCode = 1;
}
