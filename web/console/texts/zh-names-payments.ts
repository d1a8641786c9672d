/** The Chinese words for the names that the service uses for payments, refunds, disputes and bills. */

import type { enPaymentNames } from './en-names-payments.ts';

export const zhPaymentNames: typeof enPaymentNames = {
  refusal: {
    signature: '签名错误',
    timestamp: '时间戳超出允许范围',
    probe: '支付机构的验签探测',
    malformed: '内容无法解析',
    recipient: '不是发给本商户的',
    replay: '重复通知，此前已处理',
  },

  verdict: {
    won: '订单已付款',
    late: '付款超时，自动退款',
    losing: '重复付款，自动退款',
    wrong_amount: '金额不符，自动退款',
    contradicted: '金额与此前通知不一致，请联系支付渠道',
    declined: '付款被拒',
    closed: '付款已关闭',
    pending: '退款处理中',
    done: '退款成功',
    failed: '退款失败',
    no_change: '无变化',
    queried: '通知退款失败，正在向支付渠道核实',
    doubted: '退款被退回，正在向支付渠道核实',
    returned_twice: '已另行退款，但支付渠道又退款成功，客户收到两笔',
    unknown_payment: '未知付款',
    unknown_refund: '未知退款',
    dispute_opened: '客户发起争议',
    dispute_changed: '争议状态变化',
  },

  disputeState: { open: '处理中', won: '胜诉', lost: '败诉', closed: '已关闭' },

  refundFailure: {
    provider_unreachable: '支付机构一天内没有确认退款，请先到支付机构后台核对，再重试退款。',
    provider_refused: '支付机构拒绝退款，请查看其说明后重试。',
    insufficient_balance: '商户在支付机构的余额不足，请充值后重试退款。',
    payer_account_abnormal: '客户的收款账户异常，请通过其他方式退款，再标记为“已另行退款”。',
    too_late: '已超过支付机构的退款期限，请通过其他方式退款，再标记为“已另行退款”。',
    app_store_only: '只能由客户付款的应用商店退款，请让客户在应用商店申请，退款后标记为“已另行退款”。',
    payment_closed: '支付机构已关闭这笔付款的退款，请通过其他方式退款，再标记为“已另行退款”。',
    unknown_payment: '支付机构查不到这笔付款，请核对商户账号。',
    exceeds_payment: '退款金额超过这笔付款的剩余金额，请核对支付机构的退款记录。',
  },

  differenceType: {
    payment: {
      unknown_to_us: '付款仅账单有',
      unknown_to_provider: '付款账单缺失',
      amount: '付款金额不一致',
      state: '付款状态不一致',
    },
    refund: {
      unknown_to_us: '退款仅账单有',
      unknown_to_provider: '退款账单缺失',
      amount: '退款金额不一致',
      state: '退款状态不一致',
    },
  },

  remedy: {
    apply_payment: '补记付款',
    refund_payment: '退还付款',
    retry_refund: '核实退款',
    look: '需人工核实',
  },

  bookState: { done: '成功', pending: '处理中', failed: '失败', open: '未付款' },

  billState: { waiting: '尚未出账', fetched: '核对中', compared: '已核对', given_up: '已放弃' },
};
