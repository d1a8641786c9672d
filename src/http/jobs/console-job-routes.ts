/** Console API: the list of dead and stuck jobs, retry and discard. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { discardJob } from '../../usecases/jobs/discard-job.ts';
import { listJobs } from '../../usecases/jobs/list-jobs.ts';
import { retryAllJobs } from '../../usecases/jobs/retry-all-jobs.ts';
import { retryJob } from '../../usecases/jobs/retry-job.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idCursor, idCursorText } from '../console/page-cursors.ts';
import { idParams, reasonBody } from '../console/schema-fields.ts';
import {
  jobsQuery,
  jobsSchema,
  retriedAllSchema,
  retriedSchema,
  retryAllBody,
} from './console-job-schemas.ts';
import { jobToWire } from './console-job-wire.ts';

export function registerConsoleJobRoutes(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const list = consoleSchema(
    {
      name: 'list_jobs',
      summary: 'List failed and stuck jobs',
      answer: jobsSchema,
      answerDescription: 'Dead jobs, the newest first; or stuck ones, the oldest first.',
    },
    { querystring: jobsQuery },
  );
  app.get(`${consolePrefix}jobs`, { schema: list }, async (request) => {
    const { trouble = 'dead', kind, before, limit = 50 } = request.query;
    const filter = { trouble, kind: kind ?? null };
    const page = await listJobs(deps, callerOf(request), filter, idCursor(before), limit);
    return { jobs: page.jobs.map(jobToWire), before: idCursorText(page.next) };
  });

  const retry = consoleSchema(
    {
      name: 'retry_job',
      ignoresBody: true,
      summary: 'Retry a job',
      answer: retriedSchema,
      answerDescription: 'The job is due now and has all its attempts again.',
      errors: ['unknown_item', 'illegal_transition'],
    },
    { params: idParams },
  );
  app.post(`${consolePrefix}jobs/:id/retry`, { schema: retry }, async (request) => {
    await retryJob(deps, callerOf(request), request.params.id);
    return { retried: 1 };
  });

  const retryAll = consoleSchema(
    {
      name: 'retry_all_jobs',
      summary: 'Retry dead jobs',
      description:
        'Tries again at most 200 dead jobs per call, beginning with the newest. To go on, call again with the returned `before`; null means that no dead job is left.',
      answer: retriedAllSchema,
      answerDescription: 'The jobs are due now and have all their attempts again.',
    },
    { body: retryAllBody },
  );
  app.post(`${consolePrefix}jobs/retry_all`, { schema: retryAll }, async (request) => {
    const { kind = null, before } = request.body;
    const { retried, left, next } = await retryAllJobs(deps, callerOf(request), kind, idCursor(before));
    return { retried, left, before: idCursorText(next) };
  });

  const discard = consoleSchema(
    {
      name: 'discard_job',
      summary: 'Discard a dead job',
      answerDescription: 'The job was deleted.',
      errors: ['unknown_item', 'illegal_transition'],
    },
    { params: idParams, body: reasonBody },
  );
  app.post(`${consolePrefix}jobs/:id/discard`, { schema: discard }, async (request, reply) => {
    await discardJob(deps, callerOf(request), request.params.id, request.body.reason);
    return reply.status(204).send();
  });
}
