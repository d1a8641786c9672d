/** Shows an operator one order with all its details. Links to pictures require the permission to see pictures. */

import { maskEmailAddress } from '../../domain/emails/email-address.ts';
import { failSentence } from '../../domain/fail-reasons.ts';
import { may } from '../../domain/operator-roles.ts';
import type { Order } from '../../domain/order.ts';
import type { PaymentAttempt, Refund, RefundState } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { unknownOrder } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { JobAttempt } from '../jobs/job-store.ts';
import { type JobView, viewJob } from '../jobs/view-job.ts';
import type { UserRecord } from '../members/member-store.ts';
import type { Dispute } from '../payments/dispute-store.ts';
import { uploadPathOf } from '../pictures/upload-of-order.ts';
import type { StoreReads } from '../ports/store.ts';
import type { OrderProblem } from '../problems/problem-store.ts';
import { isIndependentApprover } from '../refunds/is-independent-approver.ts';
import { type MonthRefundOffers, monthRefundOffers } from '../refunds/month-refund-offers.ts';
import type { RefundApproval } from '../refunds/refund-store.ts';
import { partialMinor } from '../refunds/request-refund.ts';
import { type SentEvent, sentEventOf } from '../webhooks/sent-event.ts';
import { actionsOf, type OrderAction, type SettleOffer, settleOfferOf } from './order-actions.ts';
import { orderJobNames } from './order-job-names.ts';
import { readTimeline, type TimelineItem } from './order-timeline.ts';

const pictureLinkMs = 5 * 60_000;

type ShowDeps = Pick<Deps, 'store' | 'clock' | 'links' | 'settings' | 'jobs'>;

export interface OrderDetail {
  readonly order: Order;
  /** The current title of the good. */
  readonly goodTitle: string;
  readonly refundState: RefundState | null;
  /** The sentence that the customer reads when the work has failed; null unless it has failed. */
  readonly failSentence: string | null;
  readonly user: UserRecord;
  /** The address for e-mails about the order, masked for every role; null: none. */
  readonly maskedEmail: string | null;
  readonly input: { readonly url: string; readonly widthPx: number; readonly heightPx: number } | null;
  readonly result: { readonly url: string } | null;
  readonly payments: readonly PaymentAttempt[];
  readonly refunds: readonly ShownRefund[];
  readonly disputes: readonly Dispute[];
  /** What the customer reported about the finished order, oldest first. */
  readonly problems: readonly ShownProblem[];
  readonly events: readonly SentEvent[];
  /** The unfinished and dead jobs of the order. */
  readonly jobs: readonly JobView[];
  readonly approval: RefundApproval | null;
  /** What the refund of the order would return now. */
  readonly refundableMinor: number;
  readonly monthRefunds: MonthRefundOffers;
  readonly timeline: readonly TimelineItem[];
  readonly actions: readonly OrderAction[];
}

export interface ShownRefund extends Refund {
  readonly settleOffer: SettleOffer;
}

export interface ShownProblem extends OrderProblem {
  /** The picture that the problem is about; null if the operator may not see it or it was deleted. */
  readonly pictureUrl: string | null;
}

/** @throws AppError `forbidden`, `unknown_order`. */
export async function showOrder(
  deps: ShowDeps,
  caller: OperatorCaller,
  orderNo: string,
): Promise<OrderDetail> {
  requirePermission(caller, 'orders_see');
  const { read } = deps.store;
  const found = await read.orders.byNo(orderNo);
  if (found === undefined) throw unknownOrder();
  const { order } = found;
  const [payments, refunds, records, deliveries, good, users, pending, grants] = await Promise.all([
    read.payments.ofOrder(order.id),
    read.refunds.ofOrder(order.id),
    read.webhooks.ofOrder(order.id),
    read.webhooks.deliveriesOfOrder(order.id),
    read.goods.byId(order.goodsId),
    read.members.searchUsers({ id: order.userId, subject: null }, null, 1),
    read.refunds.pendingApproval(order.id),
    read.members.grantsOf(order.userId),
  ]);
  const [user] = users;
  if (user === undefined) throw new Error(`order ${orderNo} has no user`);
  const names = orderJobNames(order, payments, refunds, deliveries);
  const jobs: JobView[] = [];
  const jobAttempts: JobAttempt[] = [];
  // Read the jobs one after the other, so that one page does not use every connection to the database.
  for (const name of names) {
    for (const job of await read.jobs.named(name))
      jobs.push(await viewJob(deps.jobs, read, job, deps.clock.now()));
    jobAttempts.push(...(await read.jobs.attempts(name)));
  }
  const problems = await read.problems.ofOrder(order.id);
  const email = await read.emails.ofOrder(order.id);
  const approval = pending ?? null;
  const facts = {
    order,
    refunds,
    jobs,
    approval,
    isIndependent:
      approval === null || (await isIndependentApprover(read.auditLog, caller.operator.name, approval)),
    monthRefunds: monthRefundOffers({ order, refunds, grants }, deps.clock.now(), deps.settings),
    resendable: deliveries.length,
  };
  return {
    ...facts,
    goodTitle: good?.title ?? '',
    refundState: found.refund?.state ?? null,
    refundableMinor: order.priceMinor - partialMinor(refunds),
    failSentence: order.deal.status === 'fail' ? failSentence(order.deal.reason) : null,
    user,
    maskedEmail: email?.address == null ? null : maskEmailAddress(email.address),
    ...(await picturesOf(deps, caller, order)),
    payments,
    refunds: refunds.map((refund) => ({
      ...refund,
      settleOffer: settleOfferOf(refund, facts, caller.operator, deps.settings),
    })),
    disputes: await read.disputes.ofOrder(order.id),
    problems: problems.map((problem) => withPicture(deps, caller, problem)),
    events: records.map((record) => sentEventOf(record, deliveries)),
    timeline: await readTimeline(read, { order, payments, refunds, problems, events: records, jobAttempts }),
    actions: actionsOf(facts, caller.operator, deps.settings),
  };
}

async function picturesOf(
  deps: Pick<Deps, 'clock' | 'links'> & { readonly store: { readonly read: StoreReads } },
  caller: OperatorCaller,
  order: Order,
): Promise<Pick<OrderDetail, 'input' | 'result'>> {
  if (!may(caller.operator.role, 'pictures_see')) return { input: null, result: null };
  const path = uploadPathOf(order);
  const upload = path === undefined ? undefined : await deps.store.read.uploads.byPath(path);
  const inputUrl = upload === undefined ? null : shortLink(deps, upload.file, upload.keptUntil);
  const { deal } = order;
  const file = deal.status === 'done' ? deal.resultFile : null;
  const resultUntil = deal.status === 'done' ? deal.resultUntil : null;
  const resultUrl = file === null ? null : shortLink(deps, file, resultUntil);
  return {
    input:
      upload === undefined || inputUrl === null
        ? null
        : { url: inputUrl, widthPx: upload.widthPx, heightPx: upload.heightPx },
    result: resultUrl === null ? null : { url: resultUrl },
  };
}

function withPicture(
  deps: Pick<Deps, 'clock' | 'links'>,
  caller: OperatorCaller,
  problem: OrderProblem,
): ShownProblem {
  const { pictureFile: file, pictureUntil } = problem;
  const isShown = file !== null && may(caller.operator.role, 'pictures_see');
  return { ...problem, pictureUrl: isShown ? shortLink(deps, file, pictureUntil) : null };
}

/** @returns a link that expires with the file at the latest; null when the file has expired. */
function shortLink(
  { clock, links }: Pick<Deps, 'clock' | 'links'>,
  file: string,
  keptUntil: Instant | null,
): string | null {
  const now = clock.now();
  const until = Math.min(now + pictureLinkMs, keptUntil ?? Number.MAX_SAFE_INTEGER);
  return until > now ? links.link(file, until) : null;
}
