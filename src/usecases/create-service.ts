/** Builds the `Service` that the HTTP layer calls: binds each use case to the ports that it needs. */

import type { Caller } from './callers/caller.ts';
import { abandonIdempotent, beginIdempotent, endIdempotent } from './callers/idempotency.ts';
import { requireAccess } from './callers/order-access.ts';
import type { Deps } from './deps.ts';
import { createOrderEmails } from './emails/order-emails.ts';
import { documentsOnSale } from './goods/documents-on-sale.ts';
import { createIdentify } from './identify.ts';
import { endGuestTokens, tokensEndedBefore } from './members/end-guest-tokens.ts';
import { consentState, giveConsent, requireFaceConsent, withdrawConsent } from './members/face-consent.ts';
import { issueGuestToken } from './members/issue-guest-token.ts';
import { login } from './members/login.ts';
import { renewGuestToken } from './members/renew-guest-token.ts';
import { signedInWith } from './members/signed-in-with.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import { myOrders, myVip } from './orders/my-orders.ts';
import { placeOrder } from './orders/place-order.ts';
import { createQueuePlaces } from './orders/queue-places.ts';
import { viewOrder } from './orders/view-order.ts';
import { watchOrder } from './orders/watch-order.ts';
import { payOrders } from './payments/pay-orders.ts';
import { receiveNotification } from './payments/receive-notification.ts';
import { acceptUpload } from './pictures/accept-upload.ts';
import { createPhotoCheck } from './pictures/check-photo.ts';
import { openResult } from './pictures/open-result.ts';
import { createPhotoExtras } from './pictures/photo-extras.ts';
import { photoLinkCalls } from './pictures/photo-link.ts';
import { createQueueLimit } from './pictures/queue-limit.ts';
import { requireUploadRoom } from './pictures/upload-room.ts';
import { MachineTrouble } from './ports/machine-trouble.ts';
import { listProblems, viewProblem } from './problems/list-problems.ts';
import { reportProblem } from './problems/report-problem.ts';
import { refundOrder } from './refunds/refund-order.ts';
import { exportMine } from './retention/export-mine.ts';
import type { OrderView, Service } from './service.ts';

export function createService(deps: Deps): Service {
  const { store, clock } = deps;
  const watchDeps = { ...deps, queuePlaces: createQueuePlaces(deps) };
  const placeDeps = { ...deps, queueLimit: createQueueLimit(deps) };

  async function fetchOrder(caller: Caller, orderNo: string): Promise<OrderView> {
    const found = await store.read.orders.byNo(orderNo);
    requireAccess(caller, found?.order);
    if (found === undefined)
      throw new Error('unreachable: access was granted to an order that does not exist');
    return viewOrder(deps, found, caller);
  }

  return {
    identify: createIdentify(deps),
    listGoods: () => store.read.goods.onShelf(),
    listDocuments: () => documentsOnSale(store.read),
    placeOrder: (call) => placeOrder(placeDeps, call),
    fetchOrder,
    payOrders: (call) => payOrders(deps, call),
    async cancelOrder(caller, orderNo, requestId) {
      await cancelOrder(deps, caller, orderNo, null, requestId);
      return fetchOrder(caller, orderNo);
    },
    async refundOrder(caller, orderNo, reason, requestId) {
      await refundOrder(deps, caller, orderNo, reason, requestId);
      return fetchOrder(caller, orderNo);
    },
    async reportProblem({ caller, orderNo, requestId, ...reported }) {
      return viewProblem(deps, await reportProblem(deps, caller, orderNo, reported, requestId), caller);
    },
    listProblems: (caller, orderNo) => listProblems(deps, caller, orderNo),
    ...createOrderEmails(deps),
    myOrders: (caller, before, limit) => myOrders(deps, caller, before, limit),
    myVip: (caller) => myVip(deps, caller),
    exportMine: (caller) => exportMine(deps, caller),
    login: (call) => login(deps, call),
    signedInWith: (caller) => signedInWith(deps, caller),
    issueGuestToken: (caller, credentials) => issueGuestToken(deps, caller, credentials),
    renewGuestToken: (caller, credentials) => renewGuestToken(deps, caller, credentials),
    endGuestTokens: (caller, key) => endGuestTokens(deps, caller, key),
    tokensEndedBefore: (key) => tokensEndedBefore(deps, key),
    consentState: (caller) => consentState(deps, caller),
    giveConsent: (caller, version) => giveConsent(deps, caller, version),
    withdrawConsent: (caller) => withdrawConsent(deps, caller),
    checkPhoto: createPhotoCheck(deps),
    ...photoLinkCalls(deps),
    ...createPhotoExtras(deps),
    async acceptUpload(call) {
      // A device that sends a photo with a photo link needs no consent: the customer who created the link has
      // consented.
      if (call.photoLink === undefined) await requireFaceConsent(deps.store.read, deps.settings, call.caller);
      await requireUploadRoom(deps);
      return acceptUpload(deps, call);
    },
    watchOrder: (caller, orderNo, afterSeq, signal) =>
      watchOrder(watchDeps, caller, orderNo, afterSeq, signal),
    openResult: (file, expiresAt, signature) => openResult(deps, file, expiresAt, signature),
    receiveNotification: (provider, raw, requestId) => receiveNotification(deps, provider, raw, requestId),
    beginIdempotent: (caller, operation, key) => beginIdempotent(deps, caller, operation, key),
    endIdempotent: (claim, answer) => endIdempotent(deps, claim, answer),
    abandonIdempotent: (claim) => abandonIdempotent(deps, claim),
    webhookEndpoints: () => store.read.webhookEndpoints.all(),
    queueFigures: () => store.read.jobs.queueFigures(clock.now()),
    openDifferences: () => store.read.reconciliation.openCounts(),
    diskSpace: () => deps.diskSpace(),
    async checkReady() {
      await store.ping();
      const { freeBytes } = await deps.diskSpace();
      if (freeBytes < deps.settings.readyFreeBytesMin) throw new MachineTrouble('ENOSPC');
    },
  };
}
