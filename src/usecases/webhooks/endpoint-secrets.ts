/** Makes the secrets of webhook endpoints, which the database stores sealed, and opens them for each delivery. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import type { SecretSeals } from '../ports/second-factors.ts';
import type { Random } from '../ports/tools.ts';
import type { EndpointSecrets, WebhookEndpoint } from './endpoint-store.ts';

/** Length of a secret in bytes. Standard Webhooks requires 24 to 64. */
const secretBytes = 32;

export function newEndpointSecret(random: Random): string {
  return `whsec_${Buffer.from(random.bytes(secretBytes)).toString('base64')}`;
}

/**
 * The `owner` with which the secret of an endpoint is sealed; see `SecretSeals`. The secret of one endpoint cannot be
 * opened for another.
 */
export function secretOwner(endpointId: number): string {
  return `webhook endpoint ${endpointId}`;
}

/** The secrets with which deliveries are signed at the time `now`, newest first. */
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
 * Seals with the present `SECRET_KEY` the secrets of endpoints that were sealed with a former key, so that the former
 * key can be removed from the configuration.
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

/**
 * @returns the secret, sealed with the present key: unchanged if `sealed` was made with it; undefined if no key opens
 * `sealed`.
 */
function resealed(seals: SecretSeals, sealed: string, id: number): string | undefined {
  const opened = seals.open(sealed, secretOwner(id));
  if (opened === undefined || opened.isCurrent) return opened && sealed;
  return seals.seal(opened.secret, secretOwner(id));
}
