/** The checks of `doctor` that ask the running service. */

import type { Answer } from '../admin-api.ts';
import type { CommandContext } from '../command-context.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import { type CheckResult, failed, messageOf, ok, skipped, warning } from './check.ts';

const clockDifferenceMsMax = 5_000;
const responseTimeoutMs = 10_000;

async function checkReady(url: string): Promise<CheckResult> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(responseTimeoutMs) });
    await answer.arrayBuffer();
    if (answer.ok) return ok('service', `${url} is ready.`);
    return failed('service', `${url} responds with status ${answer.status}.`);
  } catch {
    return warning('service', `${url} does not respond: the service is not running there.`);
  }
}

function healthChecks(health: Answer<'console_health'>, aheadMs: number): CheckResult[] {
  const dead = health.queues.reduce((sum, queue) => sum + queue.dead, 0);
  const alive = health.workers.filter((worker) => worker.alive).length;
  const apart = `This machine’s clock differs from the service’s by about ${Math.abs(aheadMs)} ms.`;
  const missing = health.image_protections.missing;
  return [
    Math.abs(aheadMs) <= clockDifferenceMsMax ? ok('service clock', apart) : warning('service clock', apart),
    alive > 0
      ? ok('workers', `${alive} work.`)
      : failed('workers', 'No worker is running, so paid orders wait.'),
    dead === 0
      ? ok('jobs', 'No job is dead.')
      : failed('jobs', `${dead} jobs are dead: see the console, Jobs.`),
    missing.length === 0
      ? ok('image processes', 'All protections are active.')
      : warning('image processes', `These protections are missing: ${missing.join(', ')}.`),
  ];
}

export async function serviceChecks(context: CommandContext): Promise<CheckResult[]> {
  const ready = await checkReady(context.address.url);
  if (ready.state === 'warning') return [ready];
  if (context.address.token === null) {
    return [ready, skipped('health', 'Set PHOTOKIOSK_TOKEN to check jobs, workers and clocks.')];
  }
  try {
    const startedAt = Date.now();
    const health = await context.api().get('console_health', 'health');
    // The service read its clock between the request and the response.
    const middle = (startedAt + Date.now()) / 2;
    return [ready, ...healthChecks(health, Math.round(middle - Date.parse(health.now)))];
  } catch (error) {
    const what = exitCodeOf(error) === exitCodes.notAllowed ? 'PHOTOKIOSK_TOKEN is not accepted: ' : '';
    return [ready, failed('health', what + messageOf(error))];
  }
}
