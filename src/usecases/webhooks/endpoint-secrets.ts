/** The secrets of webhook endpoints: made here, sealed in the database, opened for each delivery. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import type { SecretSeals } from '../ports/second-factors.ts';
import type { Random } from '../ports/tools.ts';
import type { EndpointSecrets, WebhookEndpoint } from './endpoint-store.ts';

/** Standard Webhooks demands 24 to 64 bytes. */
const secretBytes = 32;

export function newEndpointSecret(random: Random): string {
  return `whsec_${Buffer.from(random.bytes(secretBytes)).toString('base64')}`;
}

/** A seal of one endpoint does not open for another. */
export function secretOwner(endpointId: number): string {
  return `webhook endpoint ${endpointId}`;
}

/** The secrets that sign at this time, the newest first. */
export function secretsOf(
  seals: SecretSeals,
  { id, sealedSecret, formerSealedSecret, formerUntil }: WebhookEndpoint,
  now: Instant,
): string[] {
  const former = formerUntil !== null && now < formerUntil ? formerSealedSecret : null;
  return [sealedSecret, former].flatMap((sealed) => {
    const opened = sealed === null ? undefined : seals.open(sealed, secretOwner(id));
    return opened === undefined ? [] : [opened.secret];
  });
}

/**
 * Seals secrets again that were sealed with a former `SECRET_KEY`, so that the former key can be removed from the
 * configuration.
 */
export async function resealEndpoints({
  store,
  factors: { seals },
  log,
}: Pick<Deps, 'store' | 'factors' | 'log'>): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.webhookEndpoints.lockAll();
    for (const endpoint of await tx.webhookEndpoints.all()) {
      if (endpoint.origin === 'environment') continue;
      const { id, sealedSecret, formerSealedSecret, formerUntil } = endpoint;
      const after: EndpointSecrets = {
        sealedSecret: resealed(seals, sealedSecret, id) ?? sealedSecret,
        formerSealedSecret:
          formerSealedSecret === null
            ? null
            : (resealed(seals, formerSealedSecret, id) ?? formerSealedSecret),
        formerUntil,
      };
      if (resealed(seals, sealedSecret, id) === undefined) {
        log.error({ endpointId: id }, 'the secret of a webhook endpoint was sealed with another SECRET_KEY');
      }
      if (after.sealedSecret !== sealedSecret || after.formerSealedSecret !== formerSealedSecret) {
        await tx.webhookEndpoints.setSecrets(id, after);
      }
    }
  });
}

/** @returns the same seal when it is of the current key; undefined when no key opens it. */
function resealed(seals: SecretSeals, sealed: string, id: number): string | undefined {
  const opened = seals.open(sealed, secretOwner(id));
  if (opened === undefined || opened.isCurrent) return opened && sealed;
  return seals.seal(opened.secret, secretOwner(id));
}
