/** Chinese: words for the names that the service uses for states, jobs, events and actions. */

import type { enNames } from './en-names.ts';

export const zhNames: typeof enNames = {
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
    check_payment: '查询付款结果',
    close_payment: '关闭付款',
    refund_payment: '退款',
    deliver_event: '发送 Webhook',
    remove_file: '删除文件',
    expire_orders: '取消超时订单',
    purge_files: '清理过期文件',
    audit_money: '每日对账',
  },

  jobEnd: { done: '成功', failed: '失败，将重试', exhausted: '失败，不再重试' },

  jobTrouble: { dead: '已失败', lease_ended: '工作进程失联', overdue: '超时未执行' },

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
    ignored: '已忽略',
    doubted: '退款被退回，正在向支付渠道核实',
    unknown_payment: '未知付款',
    unknown_refund: '未知退款',
  },

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
    refund_requested: '发起退款',
    refund_failed: '退款失败',
    refund_retried: '重试退款',
    refund_done: '退款成功',
    refund_doubted: '支付渠道称退款被退回',
    result_purged: '照片到期，已删除',
  },

  goodKind: {
    mark_order_zhaopianshangse: '照片上色',
    mark_order_yiCunZhao: '证件照',
    mark_order_vip: '会员',
    mark_order_id_photo: '证件照（多种尺寸）',
  },

  auditAction: {
    sign_in: '登录',
    sign_in_refused: '登录失败',
    sign_out: '退出登录',
    second_factor_refused: '两步验证失败',
    reauthenticated: '再次验证身份',
    reauthentication_refused: '再次验证身份失败',
    second_factor_added: '添加两步验证方式',
    second_factor_removed: '移除两步验证方式',
    recovery_codes_made: '生成恢复代码',
    sign_in_rules_changed: '修改登录规则',
    session_revoked: '下线设备',
    password_changed: '修改自己的密码',
    password_reset: '重置密码',
    api_token_created: '创建 API 令牌',
    api_token_revoked: '吊销 API 令牌',
    operator_added: '添加员工',
    operator_changed: '修改员工',
    order_number_shown: '查看完整订单号',
    order_cancelled: '取消订单',
    refund_requested: '退款',
    refund_retried: '重试退款',
    refund_approval_requested: '申请退款',
    refund_approval_confirmed: '同意退款',
    refund_approval_rejected: '拒绝退款',
    order_retried: '重试订单',
    event_resent: '重新发送 Webhook',
    good_added: '添加商品',
    good_changed: '编辑商品',
    goods_ordered: '调整商品顺序',
    icon_added: '上传图标',
    months_granted: '赠送会员',
    months_ended: '终止会员',
    job_retried: '重试任务',
    jobs_retried: '批量重试任务',
    job_discarded: '丢弃任务',
  },

  auditTarget: {
    operator: '员工',
    session: '登录设备',
    order: '订单',
    good: '商品',
    icon: '图标',
    user: '客户',
    job: '任务',
  },

  orderDetail: { path: '上传文件', color: '背景色', num: '月数', size: '尺寸', correct: '光线校正' },

  colour: { blue: '蓝色', red: '红色', white: '白色' },
};
