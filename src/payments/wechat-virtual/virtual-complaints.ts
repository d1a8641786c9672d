/**
 * Complaints about virtual payments: one by its number, and those of the last month. WeChat pushes a new complaint, but
 * does not push that a complaint has ended, so complaints are also listed and queried.
 */

import { dayOf } from '../../domain/civil-day.ts';
import type { DisputeNotice, DisputeReport } from '../../usecases/ports/dispute-report.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { complaintIdOf, complaintsPageSize, listComplaints, readComplaint } from '../wechat-api/complaint.ts';
import { fieldsIn } from '../wechat-api/fields.ts';
import { beijing } from './virtual-book.ts';
import type { XpayClient } from './xpay-client.ts';

const numberField = 'wxa_out_trade_no';

export async function listVirtualComplaints(
  xpay: XpayClient,
  clock: Clock,
): Promise<readonly DisputeNotice[]> {
  const found = await listComplaints(dayOf(clock.now(), beijing), async ({ begin, end, offset }) => {
    const page = { offset, limit: complaintsPageSize, begin_date: begin, end_date: end };
    return (await xpay.call('get_complaint_list', page)).complaints;
  });
  return found.flatMap((complaint) => readComplaint(complaint, numberField) ?? []);
}

/** @returns undefined if the complaint is about no payment of this service. @throws XpayRefusal, ProviderUnreachable */
export async function queryVirtualComplaint(
  xpay: XpayClient,
  disputeNo: string,
): Promise<DisputeReport | undefined> {
  const answer = await xpay.call('get_complaint_detail', { complaint_id: complaintIdOf(disputeNo) });
  return readComplaint(fieldsIn(answer, 'complaint'), numberField)?.dispute;
}
