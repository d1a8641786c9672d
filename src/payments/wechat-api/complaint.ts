/**
 * Reads complaints (消费者投诉) of WeChat Pay and of virtual payment, which have the same form. A complaint names the phone
 * number of the customer, encrypted; the service does not read it.
 */

import { formatDay } from '../../domain/civil-day.ts';
import type { DisputeNotice } from '../../usecases/ports/dispute-report.ts';
import type { Fields } from '../json-object.ts';
import { fieldsIn, textIn, wholeIn } from './fields.ts';

/** WeChat lists at most 30 days at once. */
export const complaintDays = 30;
export const complaintsPageSize = 50;
/**
 * The maximum number of pages that are read in one run: 1,000 complaints, more than a shop has in a month. The service
 * receives further complaints only as notifications.
 */
const pagesMax = 20;
const reasonLengthMax = 500;
/** How many earlier complaints of one case a report closes. A customer hardly complains more often about one order. */
const earlierMax = 100;

/** The form of payment numbers of this service (`public-ids.ts`). */
const ownNumber = /^P[0-9A-Z]{5,31}$/;

/**
 * @param numberField the name of the field that contains the payment number in each order of the complaint.
 * @returns undefined if the complaint is about no payment of this service.
 */
export function readComplaint(complaint: Fields, numberField: string): DisputeNotice | undefined {
  const id = textIn(complaint, 'complaint_id');
  const paymentNo = ordersOf(complaint)
    .map((order) => textIn(order, numberField))
    .find((number) => number !== undefined && ownNumber.test(number));
  if (id === undefined || paymentNo === undefined) return undefined;
  const times = wholeIn(complaint, 'user_complaint_times') ?? 1;
  const openedAt = Date.parse(textIn(complaint, 'complaint_time') ?? '');
  const amountMinor = wholeIn(complaint, 'apply_refund_amount') ?? 0;
  return {
    paymentNo,
    dispute: {
      // If a customer complains again, WeChat opens the complaint again under the same id. For the service this is
      // another dispute, so it gets another number. WeChat reports only the latest complaint of an id: the end of an
      // earlier one is lost if the customer complains again before the service has seen it.
      disputeNo: disputeNumber(id, times),
      earlierNos: earlierNumbers(id, times),
      state: textIn(complaint, 'complaint_state') === 'PROCESSED' ? 'closed' : 'open',
      amountMinor: amountMinor > 0 ? amountMinor : null,
      currency: amountMinor > 0 ? 'CNY' : null,
      reason: reasonOf(complaint),
      openedAt: Number.isNaN(openedAt) ? 0 : openedAt,
      mayReopen: false,
    },
  };
}

function disputeNumber(id: string, times: number): string {
  return times > 1 ? `${id}-${times}` : id;
}

/** @returns WeChat's id of the complaint that the service stores under this number. */
export function complaintIdOf(disputeNo: string): string {
  return disputeNo.replace(/-\d+$/, '');
}

function earlierNumbers(id: string, times: number): string[] {
  const first = Math.max(1, times - earlierMax);
  return Array.from({ length: Math.max(0, times - first) }, (_, index) => disputeNumber(id, first + index));
}

function ordersOf(complaint: Fields): Fields[] {
  const orders = complaint.complaint_order_info;
  return Array.isArray(orders) ? orders.map((order: unknown) => fieldsIn({ order }, 'order')) : [];
}

/** Returns the customer's own words, as `virtual-notification.ts` does for a push. */
function reasonOf(complaint: Fields): string {
  const words = textIn(complaint, 'complaint_detail') ?? textIn(complaint, 'problem_description');
  return (words ?? 'The customer complained at WeChat.').slice(0, reasonLengthMax);
}

export interface ComplaintPage {
  readonly begin: string;
  readonly end: string;
  readonly offset: number;
}

/** @param today the day in Beijing. @param readPage returns the complaints of a page. */
export async function listComplaints(
  today: number,
  readPage: (page: ComplaintPage) => Promise<unknown>,
): Promise<Fields[]> {
  const [begin, end] = [formatDay(today - complaintDays + 1), formatDay(today)];
  const complaints: Fields[] = [];
  for (let page = 0; page < pagesMax; page++) {
    const found = await readPage({ begin, end, offset: page * complaintsPageSize });
    const list = Array.isArray(found) ? found : [];
    complaints.push(...list.map((complaint: unknown) => fieldsIn({ complaint }, 'complaint')));
    if (list.length < complaintsPageSize) break;
  }
  return complaints;
}
