/** Complaints of customers at WeChat Pay: one by its number, and those of the last month. */

import { dayOf } from '../../domain/civil-day.ts';
import type { DisputeNotice } from '../../usecases/ports/dispute-report.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { complaintsPageSize, listComplaints, readComplaint } from '../wechat-api/complaint.ts';
import { beijing } from './fetch-bill.ts';
import type { Merchant } from './merchant.ts';
import type { V3Client } from './v3-client.ts';

export interface WechatComplaints {
  /** @returns undefined if the complaint is about no payment of this service. @throws WechatRefusal, ProviderUnreachable */
  byId(complaintId: string): Promise<DisputeNotice | undefined>;
  recent(): Promise<readonly DisputeNotice[]>;
}

const path = '/v3/merchant-service/complaints-v2';

export function createWechatComplaints(
  client: V3Client,
  { mchId }: Merchant,
  clock: Clock,
): WechatComplaints {
  return {
    async byId(complaintId) {
      return readComplaint(await client.call(`${path}/${encodeURIComponent(complaintId)}`), 'out_trade_no');
    },
    async recent() {
      const found = await listComplaints(dayOf(clock.now(), beijing), async ({ begin, end, offset }) => {
        const query = new URLSearchParams({
          limit: String(complaintsPageSize),
          offset: String(offset),
          begin_date: begin,
          end_date: end,
          complainted_mchid: mchId,
        });
        return (await client.call(`${path}?${query}`)).data;
      });
      return found.flatMap((complaint) => readComplaint(complaint, 'out_trade_no') ?? []);
    },
  };
}
