/**
 * Job `purge_icons`, a schedule: removes the files of uploaded icons, pictures and logos that no good and no setting
 * has used for 30 days. A replaced picture is not removed at once, because open pages of the shop still show it.
 */

import type { Instant } from '../../domain/zoned-time.ts';
import { type Act, type ActDeps, perform, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import { removeFileJob } from '../pictures/remove-file-job.ts';
import type { StoreReads } from '../ports/store.ts';

const dayMs = 24 * 60 * 60_000;
/**
 * How long an unused file is kept. An operator who replaces a picture by mistake can use the file again within this
 * time.
 */
const unusedKeptMs = 30 * dayMs;
/**
 * How long the path of an unused file is kept: for another 30 days after the removal of the file, so that a change of
 * a good that began before the removal and uses the file is refused.
 */
const removedKeptMs = 2 * unusedKeptMs;

const group = 'icons';
const cause = { actor: system, requestId: null };

export const purgeIconsJob = defineJob({
  kind: 'purge_icons',
  lane: 'small',
  everyMsMax: dayMs,
  priority: 'normal',
  leaseMs: 60_000,
  payload: noPayload,
  purposeOf: async () => ({ orderNo: null, isNeeded: true }),
  async run(deps: ActDeps & Pick<Deps, 'files'>) {
    const stored = new Set<string>();
    // The list of all icons is short enough for the memory, because only operators upload icons.
    for await (const key of deps.files.keys(group)) stored.add(`/${key}`);
    await perform(deps, cause, (act) => purge(act, stored));
    return { kind: 'again', runAt: deps.clock.now() + dayMs, counted: false };
  },
});

/** @param stored the paths of all stored icons. */
async function purge(act: Act, stored: ReadonlySet<string>): Promise<void> {
  const { unusedIcons } = act.tx;
  const now = act.clock.now();
  const used = await usedPaths(act.tx);
  const known = await unusedIcons.all();
  for (const { path, unusedSince, isRemoved } of known) {
    if (isRemoved) {
      if (isPast(unusedSince + removedKeptMs, now)) await unusedIcons.forget(path);
    } else if (used.has(path) || !stored.has(path)) await unusedIcons.forget(path);
    else if (isPast(unusedSince + unusedKeptMs, now) && (await unusedIcons.remove(path))) {
      await removeFileJob.enqueue(act, path.slice(1), {});
    }
  }
  const knownPaths = new Set(known.map(({ path }) => path));
  for (const path of stored) {
    if (!used.has(path) && !knownPaths.has(path)) await unusedIcons.add(path, now);
  }
}

function isPast(until: Instant, now: Instant): boolean {
  return until <= now;
}

async function usedPaths({
  goods,
  shopSettings,
}: Pick<StoreReads, 'goods' | 'shopSettings'>): Promise<ReadonlySet<unknown>> {
  const ofGoods = (await goods.all()).flatMap(({ icon, picture }) => [icon, picture]);
  const ofSettings = (await shopSettings.all()).map(({ value }) => value);
  return new Set([...ofGoods, ...ofSettings]);
}
