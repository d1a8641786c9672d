/**
 * Serves uploaded icons without a credential, because every client shows them. Each uploaded icon was
 * encoded again by the service, so it is safe to serve.
 */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import { findIcon } from '../../usecases/goods/icons.ts';
import type { StoredFile } from '../../usecases/ports/file-store.ts';
import type { ConsoleDeps } from '../app-options.ts';
import { clientKey } from '../callers/client-address.ts';
import { closedPolicy } from '../requests/protective-headers.ts';

function nameOf(params: unknown): string {
  return String(typeof params === 'object' && params !== null ? Reflect.get(params, 'name') : '');
}

function describe(reply: FastifyReply, name: string, { contentType, sizeBytes }: StoredFile): FastifyReply {
  return (
    reply
      .header('content-type', contentType)
      .header('content-length', sizeBytes)
      // The file under a name never changes, because every upload gets a new name.
      .header('cache-control', 'public, max-age=31536000, immutable')
      // The name is safe in a header, because `findIcon` only finds names of safe characters.
      .header('content-disposition', `inline; filename="${name}"`)
      .header('content-security-policy', `${closedPolicy}; sandbox`)
      .header('cross-origin-resource-policy', 'cross-origin')
  );
}

/** The built-in icons have routes of their own (`pages/assets.ts`), which take precedence. */
export function registerIconDownloads(app: FastifyInstance, deps: Pick<ConsoleDeps, 'files'>): void {
  async function find(params: unknown): Promise<StoredFile> {
    const stored = await findIcon(deps, `/icons/${nameOf(params)}`);
    if (stored === undefined) throw new AppError('unknown_file', 'There is no such icon.');
    return stored;
  }
  const schema = { hide: true };
  app.get('/icons/:name', { schema, exposeHeadRoute: false }, async (request, reply) => {
    const stored = await find(request.params);
    return describe(reply, nameOf(request.params), stored).send(await stored.open(clientKey(request.ip)));
  });
  app.head('/icons/:name', { schema }, async (request, reply) =>
    describe(reply, nameOf(request.params), await find(request.params)).send(),
  );
}
