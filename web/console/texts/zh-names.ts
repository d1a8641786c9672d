/** The Chinese words for the names that the service uses for states, jobs, events and actions. */

import type { enNames } from './en-names.ts';
import { zhAuditNames } from './zh-names-audit.ts';
import { zhPaymentNames } from './zh-names-payments.ts';

export const zhNames: typeof enNames = {
  ...zhPaymentNames,
  ...zhAuditNames,

  role: { viewer: '只读', support: '客服', owner: '店主' },

  orderStatus: {
    wait_pay: '待付款',
    pay: '已付款',
    cancal: '已取消',
    wait_refund: '退款处理中',
    refund: '已退款',
  },

  dealStatus: { init: '未开始', ing: '处理中', done: '已完成', fail: '处理失败' },

  orderState: {
    wait_pay: '待付款',
    cancelled: '已取消',
    queued: '排队中',
    in_work: '处理中',
    finished: '已完成',
    failed: '处理失败',
    refund_open: '退款处理中',
    refund_stuck: '退款失败',
    refunded: '已退款',
  },

  jobKind: {
    process_order: '处理照片',
    remake_picture: '重新制作照片',
    check_payment: '查询付款结果',
    close_payment: '关闭付款',
    refund_payment: '退款',
    report_delivery: '上报发货',
    send_ready_message: '发送“照片已完成”通知',
    send_email: '发送邮件',
    deliver_event: '发送 Webhook',
    remove_file: '删除文件',
    expire_orders: '取消超时订单',
    forget_again: '恢复备份后再次清除客户资料',
    purge_icons: '清除不再使用的图片',
    purge_files: '清理过期文件',
    reconcile_day: '核对账单',
    fetch_disputes: '查询投诉与争议',
    audit_money: '每日自查',
    release_webhooks: '发送保留的 Webhook',
  },

  jobEnd: { done: '成功', failed: '失败，将重试', exhausted: '失败，不再重试' },

  jobTrouble: { dead: '已失败', lease_ended: '工作进程失联', overdue: '超时未执行' },

  canceller: { customer: '客户', operator: '员工', expiry: '超时未付款，自动取消' },

  attemptState: {
    opening: '发起中',
    open: '等待客户付款',
    declined: '付款被拒',
    closed: '已关闭',
    won: '付款成功',
    surplus: '已自动退款',
  },

  refundState: {
    requested: '已提交',
    pending: '处理中',
    done: '退款成功',
    failed: '退款失败',
    retried: '已重试',
    settled: '已另行退款',
    doubted: '被退回，核实中',
  },

  approvalState: { pending: '待审核', confirmed: '已同意', rejected: '已拒绝' },

  orderEvent: {
    created: '客户下单',
    paid: '收到付款',
    cancelled: '订单取消',
    work_started: '开始处理',
    work_returned: '重新排队',
    work_done: '处理完成',
    work_failed: '处理失败',
    work_retried: '重新处理',
    months_refunded: '按月退款',
    refund_requested: '发起退款',
    refund_failed: '退款失败',
    refund_retried: '重试退款',
    refund_done: '退款成功',
    refund_confirmed: '支付渠道确认退款成功',
    refund_settled: '已另行退款',
    refund_doubted: '支付渠道称退款被退回',
    result_replaced: '新图片已替换原图片',
    result_purged: '照片到期，已删除',
  },

  goodKind: {
    mark_order_zhaopianshangse: '照片上色',
    mark_order_yiCunZhao: '证件照',
    mark_order_vip: '会员',
    mark_order_id_photo: '证件照（多种尺寸）',
    mark_order_photo_restore: '老照片修复',
  },

  orderDetail: {
    path: '上传文件',
    color: '背景色',
    num: '月数',
    size: '尺寸',
    document: '证件类型',
    width: '宽度',
    height: '高度',
    unit: '单位',
    dpi: '分辨率（dpi）',
    kb_min: '最小文件（kB）',
    kb_max: '最大文件（kB）',
    crop_only: '仅裁剪',
    correct: '光线校正',
    cut_strokes: '客户修整抠图',
    colour: '上色',
    enlarge: '放大 2 倍',
  },

  photoSize: {
    one_inch: '一寸',
    two_inch: '二寸',
    small_one_inch: '小一寸',
    small_two_inch: '小二寸',
    large_one_inch: '大一寸',
    large_two_inch: '大二寸',
    five_inch: '五寸',
    english_test: '英语四六级考试',
    computer_test: '计算机等级考试',
    postgraduate: '研究生考试',
    social_security: '社保卡',
    driving_licence: '驾驶证',
    us_visa: '美国签证',
    korea_visa: '韩国签证',
    japan_visa: '日本签证',
  },

  colour: {
    blue: '蓝色',
    red: '红色',
    white: '白色',
    off_white: '米白色',
    light_grey: '浅灰色',
    light_blue: '浅蓝色',
    cream: '奶油色',
  },

  provider: {
    sandbox: '沙箱',
    stripe: 'Stripe',
    wechat: '微信支付',
    wechat_virtual: '微信虚拟支付',
    alipay: '支付宝',
  },

  channel: { checkout: '收银台', qr: '扫码' },

  flag: { true: '是', false: '否' },

  jobState: { ready: '等待中', running: '执行中', dead: '已失败' },
};
