/** 一个订单：付款、等待制作、保存照片、申请退款。“照片已完成”的消息也打开本页。 */

const { client, sentenceOf, whenSignedIn, yuan } = require('../../shop.js');
const { pay } = require('../../pay.js');
const { savePhoto } = require('../../save-photo.js');
const { createStop } = require('../../stop-signal.js');
const { contact, providers } = require('../../config.js');

const payTexts = { wechat: '微信支付', wechat_virtual: '立即付款' };
const statusTexts = {
  wait_pay: '待付款',
  cancal: '已取消',
  wait_refund: '退款处理中',
  refund: '已退款',
};
/** 退款失败时，告诉顾客该找谁。 */
const refundFailures = {
  app_store_only:
    '这笔款是通过苹果 App Store 支付的，只有苹果可以退款：请登录 reportaproblem.apple.com 申请。',
  not_refundable: `支付机构已无法原路退回，本店会用其他方式退款给您，请联系本店${contact === '' ? '' : `（${contact}）`}并告知订单号。`,
  delayed: '支付机构暂时没有受理退款，本店会负责处理。',
};
const dealTexts = { init: '排队中', ing: '制作中', done: '已完成', fail: '制作失败，将自动退款' };

function statusText({ status, deal_status: dealStatus }) {
  return statusTexts[status] || dealTexts[dealStatus];
}

function refundFailureOf({ pay_ext_refund_data: refund }) {
  return refund === null || refund.failure_code === null ? '' : refundFailures[refund.failure_code];
}

Page({
  data: {
    order: null,
    status: '',
    price: '',
    photo: '',
    refundFailure: '',
    error: '',
    busy: false,
    choices: providers.map((provider) => ({ provider, text: payTexts[provider] })),
  },

  onLoad({ order_no: orderNo }) {
    this.orderNo = orderNo;
    this.watching = null;
    this.closing = createStop();
    return this.open();
  },

  /** 页面关闭后不再查询订单。 */
  onUnload() {
    this.closing.stop();
  },

  async open() {
    try {
      // 订单属于登录的微信用户，从消息打开本页时也要先登录。
      const order = await whenSignedIn((shop) => shop.fetchOrder(this.orderNo));
      this.show(order);
      if (order.status === 'pay' && order.deal_status !== 'done') this.watch();
    } catch (error) {
      this.setData({ error: sentenceOf(error) });
    }
  },

  show(order) {
    if (this.closing.signal.aborted) return;
    this.setData({
      order,
      status: statusText(order),
      price: yuan(order.price),
      photo: order.deal_result || '',
      refundFailure: refundFailureOf(order),
      error: '',
    });
  },

  /** 等待订单有结果。同一时间只等待一次。 */
  watch() {
    if (this.watching !== null) return this.watching;
    const { signal } = this.closing;
    if (signal.aborted) return undefined;
    const onProgress = (progress) => {
      if (progress.kind === 'order') this.show(progress.order);
    };
    this.watching = client()
      .waitForResult(this.orderNo, { onProgress, signal })
      .then(({ order }) => this.show(order))
      .catch((error) => {
        if (!signal.aborted) this.setData({ error: sentenceOf(error) });
      })
      .finally(() => {
        this.watching = null;
      });
    return this.watching;
  },

  async onPay(event) {
    if (this.data.busy) return undefined;
    this.setData({ busy: true, error: '' });
    try {
      const end = await pay(this.orderNo, event.currentTarget.dataset.provider);
      if (end === 'cancelled') return undefined;
    } catch (error) {
      this.setData({
        error:
          error.errCode === undefined
            ? sentenceOf(error)
            : '付款没有完成。如果已经扣款，订单会自动更新；否则请重试。',
      });
      return undefined;
    } finally {
      this.setData({ busy: false });
    }
    return this.watch();
  },

  async onSave() {
    if (this.data.busy) return;
    this.setData({ busy: true, error: '' });
    try {
      const order = await whenSignedIn((shop) => shop.fetchOrder(this.orderNo));
      this.show(order);
      const end = order.deal_result === null ? 'expired' : await savePhoto(order.deal_result);
      if (end === 'saved') wx.showToast({ title: '已保存到相册', icon: 'success' });
      if (end === 'expired') this.setData({ error: '照片已过保存期限，无法下载。' });
      if (end === 'denied') this.setData({ error: '请在“设置”里允许保存到相册，然后重试。' });
    } catch (error) {
      this.setData({ error: sentenceOf(error) });
    } finally {
      this.setData({ busy: false });
    }
  },

  async onRefund() {
    const { confirm } = await wx.showModal({ title: '申请退款', content: '确定要退款吗？' });
    if (!confirm) return;
    try {
      this.show(await whenSignedIn((shop) => shop.call('refund_order', { order_no: this.orderNo })));
    } catch (error) {
      this.setData({ error: sentenceOf(error) });
    }
  },
});
