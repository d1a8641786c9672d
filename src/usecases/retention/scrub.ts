/**
 * Removes personal data from the rows of one order, or of one user. What the law requires the shop to keep stays:
 * prices, amounts, times, and the numbers of orders, payments and refunds. The caller has marked the user as erased.
 */

import { eraseEntry } from '../../domain/erase-entry.ts';
import { findGoodKind } from '../../domain/goods/kinds.ts';
import type { OrderDetails } from '../../domain/goods/parameters.ts';
import type { Order } from '../../domain/order.ts';
import type { Act } from '../act.ts';
import { removeFileJob } from '../pictures/remove-file-job.ts';
import { uploadPathOf } from '../pictures/upload-of-order.ts';
import type { Upload } from '../pictures/upload-store.ts';
import type { InboxTopic } from '../ports/inbox-source.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { absorbedUsersOf } from './absorbed-users.ts';
import { jobNamesOf } from './erasure-obstacles.ts';

/** How many pictures were removed, and the keys of their files. */
export interface Scrubbed {
  readonly photos: number;
  readonly results: number;
  readonly files: readonly string[];
}

export function sumOf(a: Scrubbed, b: Scrubbed): Scrubbed {
  return { photos: a.photos + b.photos, results: a.results + b.results, files: [...a.files, ...b.files] };
}

/**
 * Removes personal data from the rows of an order. The caller holds the order's lock and has checked that nothing
 * prevents the erasure.
 * @param userId the erased user who owns the order from now on.
 */
export async function scrubOrder(act: Act, locked: Order, userId: number): Promise<Scrubbed> {
  const { erasures } = act.tx;
  const pictures = await removePictures(act, locked);
  // Read the names of the jobs first: some contain the id of a webhook delivery, and the deliveries are removed below.
  const names = await jobNamesOf(act.tx, locked);
  await removeNotes(act, locked);
  await erasures.eraseOrder(locked.id, userId, detailsWithoutPerson(locked));
  await erasures.moveGrantOfOrder(locked.id, userId);
  for (const entry of await act.tx.orders.history(locked.id)) {
    await erasures.rewriteHistory(locked.id, eraseEntry(entry, userId));
  }
  for (const name of names) await erasures.removeJobs(name);
  await erasures.eraseTexts(locked.id);
  await erasures.removeAnswers(locked.orderNo);
  await erasures.removeWebhooks(locked.id);
  await erasures.eraseReasons('order', locked.orderNo);
  await erasures.eraseJobEntries(locked.orderNo);
  return pictures;
}

/** What remains of the order's details: the number of months of a membership, from which its price is computed. */
function detailsWithoutPerson({ functName, details }: Order): OrderDetails {
  return findGoodKind(functName)?.work === 'membership' ? details : {};
}

async function removePictures(act: Act, order: Order): Promise<Scrubbed> {
  const { uploads, erasures } = act.tx;
  const path = uploadPathOf(order);
  const upload = path === undefined ? undefined : await uploads.byPath(path);
  const photos = upload === undefined ? [] : [await removeUpload(act, upload)];
  const resultFile = order.deal.status === 'done' ? order.deal.resultFile : null;
  const problems = await act.tx.problems.ofOrder(order.id);
  // After a remake, the row of the problem contains the key of the former picture.
  const results = new Set([resultFile, ...problems.map(({ pictureFile }) => pictureFile)]);
  results.delete(null);
  const now = act.clock.now();
  const files: string[] = [...photos];
  for (const file of results) {
    if (file === null) continue;
    await removeFileJob.enqueue(act, file, {});
    files.push(...(await erasures.removeResultNow(file, now)));
  }
  if (resultFile !== null) await advanceOrder(act, order, { type: 'result_purged', at: now });
  return { photos: photos.length, results: results.size, files };
}

/** @returns the key of the upload's file. */
async function removeUpload(act: Act, { path, file }: Upload): Promise<string> {
  await act.tx.erasures.removeUpload(path);
  await removeFileJob.enqueue(act, file, {});
  return file;
}

async function removeNotes({ tx }: Act, order: Order): Promise<void> {
  await tx.inbox.removeNotesOf({ targetKind: 'order', targetId: order.id });
  const items: [InboxTopic, readonly { readonly id: number }[]][] = [
    ['failed_refund', await tx.refunds.ofOrder(order.id)],
    ['dispute', await tx.disputes.ofOrder(order.id)],
    ['problem', await tx.problems.ofOrder(order.id)],
    ['difference', await tx.reconciliation.ofOrder(order.id)],
    ['failed_job', await deadJobsOf(tx, order)],
  ];
  for (const [targetKind, targets] of items) {
    for (const { id } of targets) await tx.inbox.removeNotesOf({ targetKind, targetId: id });
  }
  for (const { id } of await tx.reconciliation.ofOrder(order.id)) {
    await tx.erasures.eraseReasons('difference', String(id));
  }
}

async function deadJobsOf(tx: Act['tx'], order: Order) {
  const jobs = [];
  for (const name of await jobNamesOf(tx, order)) jobs.push(...(await tx.jobs.named(name)));
  return jobs;
}

/**
 * Removes the name, the accounts and the photos of a user. The caller erases each order of the user with
 * `scrubOrder`.
 */
export async function scrubUser(act: Act, userId: number): Promise<Scrubbed> {
  const { tx, clock } = act;
  await tx.erasures.eraseName(userId, clock.now());
  await tx.consents.eraseOf(userId);
  for (const id of [userId, ...(await absorbedUsersOf(tx, userId))]) {
    await tx.erasures.eraseTraces(id);
    await tx.inbox.removeNotesOf({ targetKind: 'user', targetId: id });
    await tx.erasures.eraseReasons('user', String(id));
  }
  const files: string[] = [];
  for (const upload of await tx.erasures.uploadsOf(userId)) files.push(await removeUpload(act, upload));
  return { photos: files.length, results: 0, files };
}
