/** The state of customers' complaints in the fakes of WeChat Pay and of virtual payment, without the HTTP layer. */

export interface FakeComplaint {
  readonly id: string;
  /** The payment numbers of the orders that the customer complains about. */
  readonly paymentNos: readonly string[];
  readonly openedAt: number;
  state: 'PENDING' | 'PROCESSING' | 'PROCESSED';
  times: number;
}

export type FakeComplaints = ReturnType<typeof createFakeComplaints>;

/** @param numberField the field that contains the payment number in each order of a complaint. */
export function createFakeComplaints(numberField: 'out_trade_no' | 'wxa_out_trade_no') {
  const complaints = new Map<string, FakeComplaint>();

  function shown({ id, paymentNos, openedAt, state, times }: FakeComplaint) {
    return {
      complaint_id: id,
      complaint_time: `${new Date(openedAt + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`,
      complaint_detail: '照片颜色不对',
      complaint_state: state,
      payer_phone: 'ZHNmc2Rmc2RmZHNm',
      complaint_order_info: paymentNos.map((number) => ({
        transaction_id: '4200000404201909069117582536',
        ...(numberField === 'wxa_out_trade_no' ? { out_trade_no: `CHANNEL${number.slice(-4)}` } : {}),
        [numberField]: number,
        amount: 990,
      })),
      complaint_full_refunded: false,
      incoming_user_response: true,
      user_complaint_times: times,
      problem_description: '商品质量问题',
    };
  }

  return {
    complaints,
    complain(id: string, paymentNos: readonly string[], openedAt: number): FakeComplaint {
      const complaint: FakeComplaint = { id, paymentNos, openedAt, state: 'PENDING', times: 1 };
      complaints.set(id, complaint);
      return complaint;
    },
    detail(id: string) {
      const complaint = complaints.get(id);
      return complaint === undefined ? undefined : shown(complaint);
    },
    /** The complaints from the day `begin` to the day `end` in Beijing, newest first, as WeChat sorts them. */
    list(begin: string, end: string, offset: number, limit: number) {
      const dayOf = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);
      return [...complaints.values()]
        .filter(({ openedAt }) => begin <= dayOf(openedAt) && dayOf(openedAt) <= end)
        .reverse()
        .slice(offset, offset + limit)
        .map(shown);
    },
  };
}
