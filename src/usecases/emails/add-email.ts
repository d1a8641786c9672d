/** Adds the job of an e-mail in the transaction of the event that the e-mail reports. */

import { emailKindOf } from '../../domain/emails/email-kinds.ts';
import type { Order } from '../../domain/order.ts';
import type { OrderEvent } from '../../domain/order-events.ts';
import type { Act } from '../act.ts';
import { admitRecipient, emailsPerOrderMax } from './email-quota.ts';
import { emailKey, sendEmailJob } from './send-email-job.ts';

/**
 * Does nothing if the event causes no e-mail, or the customer has entered no address.
 * @param order the order after the event. The caller holds the order's lock.
 */
export async function addEmail(act: Omit<Act, 'actor'>, order: Order, event: OrderEvent): Promise<void> {
  const kind = act.settings.emailsOffered ? emailKindOf(order, event) : null;
  if (kind === null) return;
  const { emails } = act.tx;
  const email = await emails.ofOrder(order.id);
  if (email === undefined || email.address === null || email.queued >= emailsPerOrderMax) return;
  if (!(await admitRecipient(emails, email, [email.addressDigest], order, act.clock.now()))) return;
  await emails.save({ ...email, queued: email.queued + 1 });
  const refundNo = event.type === 'refund_done' ? event.refundNo : null;
  await sendEmailJob.enqueue(act, emailKey(order.orderNo, kind, refundNo), {
    // Each attempt to send the same e-mail has the same id. E-mails about different versions of an order have different
    // ids.
    message_id: `${email.messageKey}.${kind}.${refundNo ?? order.version}`,
    at: event.at,
  });
}
