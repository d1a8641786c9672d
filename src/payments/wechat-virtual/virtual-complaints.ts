/**
 * The complaints of the last month about virtual payments. WeChat pushes a new complaint, but does not push that a
 * complaint has ended, so complaints are also listed.
 */

import { dayOf } from '../../domain/civil-day.ts';
import type { DisputeNotice } from '../../usecases/ports/dispute-report.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { complaintsPageSize, listComplaints, readComplaint } from '../wechat-api/complaint.ts';
import { beijing } from './virtual-book.ts';
import type { XpayClient } from './xpay-client.ts';

export async function listVirtualComplaints(
  xpay: XpayClient,
  clock: Clock,
): Promise<readonly DisputeNotice[]> {
  const found = await listComplaints(dayOf(clock.now(), beijing), async ({ begin, end, offset }) => {
    const page = { offset, limit: complaintsPageSize, begin_date: begin, end_date: end };
    return (await xpay.call('get_complaint_list', page)).complaints;
  });
  return found.flatMap((complaint) => readComplaint(complaint, 'wxa_out_trade_no') ?? []);
}
