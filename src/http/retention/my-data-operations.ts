/** The client API's `my_data`: everything that the shop stores about the caller, as a ZIP file that streams. */

import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ZipFile } from 'yazl';
import { AppError } from '../../domain/errors.ts';
import { requireUser } from '../../usecases/callers/order-access.ts';
import type { OwnData } from '../../usecases/retention/export-mine.ts';
import { clientKey } from '../callers/client-address.ts';
import { leakyBuckets } from '../callers/leaky-buckets.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';

const windowMs = 60 * 60_000;
/** One download reads every file of a customer, so the limit is low. */
const downloadsPerHourMax = 3;

const factsName = 'my-data.json';

export function registerMyDataOperation(app: FastifyInstance, context: RouteContext): void {
  const { options, identify, limitExchange } = context;
  const { service, limits, monotonicMs } = options;
  const downloads = leakyBuckets(
    { name: 'my-data', max: downloadsPerHourMax, windowMs, clientsMax: limits.clientsRememberedMax },
    limitExchange,
    monotonicMs,
  );
  const schema = operationSchema({
    name: 'my_data',
    summary: 'Download my data',
    description: `For calls with the token of a signed-in user or a guest. The ZIP file contains \`${factsName}\` with all facts, and the photos and pictures that still exist. At most ${downloadsPerHourMax} downloads at once; this limit is restored evenly within an hour.`,
    tag: 'Account',
    answer: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }),
    answerMediaType: 'application/zip',
    answerDescription: 'The ZIP file.',
    errors: ['unauthenticated', 'invalid_credential'],
  });
  app.post(`${operationPrefix}my_data`, { schema }, async (request, reply) => {
    const caller = await identify(request);
    // Count the call before the database is read, so that a refused call costs nothing.
    const { isTaken, waitMs } = await downloads.take(String(requireUser(caller)), 1);
    if (!isTaken) {
      const retryAfterS = Math.ceil(waitMs / 1000);
      throw new AppError('too_many_requests', 'Your data was downloaded several times. Try again later.', {
        retryAfterS,
      });
    }
    const own = await service.exportMine(caller);
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', 'attachment; filename="my-data.zip"')
      .header('cache-control', 'no-store')
      .send(zipOf(own, clientKey(request.ip)));
  });
}

/** Pictures are compressed already, so they are stored as they are. */
function zipOf({ facts, files }: OwnData, client: string): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  // When an error occurs, the response has already begun, so close the connection: the client then knows that the file
  // is not complete.
  zip.on('error', (error: Error) => output.destroy(error));
  zip.outputStream.pipe(output);
  zip.addBuffer(Buffer.from(JSON.stringify(facts, null, 2)), factsName);
  addFiles(zip, files, { client, output }).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

/** Adds each file when the file before it has been read, so that only one file is open at a time. */
async function addFiles(
  zip: ZipFile,
  files: OwnData['files'],
  { client, output }: { readonly client: string; readonly output: Readable },
): Promise<void> {
  for await (const { name, file } of files) {
    if (output.destroyed) return;
    const source = await file.open(client);
    // When the client disconnects, `output` closes, and the file must be closed as well.
    const stop = () => source.destroy();
    if (output.destroyed) return void stop();
    output.once('close', stop);
    zip.addReadStream(source, name, { compress: false, size: file.sizeBytes });
    await finished(source).catch((error: Error) => {
      if (!output.destroyed) throw error;
    });
    output.off('close', stop);
  }
}
