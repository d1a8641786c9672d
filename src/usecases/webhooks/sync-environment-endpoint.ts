/**
 * Keeps a row for the endpoint that `EVENTS_URL` configures. The row stores the state of the endpoint, so that the
 * endpoint can be paused and switched off like every other endpoint.
 */

import type { Deps } from '../deps.ts';
import { newEndpoint } from './new-endpoint.ts';

/** Called at the start of the service. All processes of a shop need the same `EVENTS_URL`. */
export async function syncEnvironmentEndpoint({
  store,
  clock,
  settings,
}: Pick<Deps, 'store' | 'clock' | 'settings'>): Promise<void> {
  const { eventsUrl } = settings;
  await store.transaction(async ({ webhookEndpoints }) => {
    await webhookEndpoints.lockAll();
    const present = (await webhookEndpoints.all()).find(({ origin }) => origin === 'environment');
    const now = clock.now();
    if (eventsUrl === null) {
      if (present !== undefined) await webhookEndpoints.remove(present.id);
    } else if (present === undefined) {
      await webhookEndpoints.insert(newEndpoint({ origin: 'environment', url: eventsUrl, events: [] }, now));
    } else if (present.url !== eventsUrl) {
      await webhookEndpoints.setTarget(present.id, { url: eventsUrl, events: [] });
      // An endpoint that was switched off becomes active, because its failures belong to the former address.
      if (present.state === 'off') await webhookEndpoints.setState(present.id, 'active', null, now);
    }
  });
}
