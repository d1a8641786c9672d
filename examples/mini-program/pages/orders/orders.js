/** 我的订单。 */

const { sentenceOf, whenSignedIn, yuan } = require('../../shop.js');

const texts = {
  wait_pay: '待付款',
  cancal: '已取消',
  wait_refund: '退款处理中',
  refund: '已退款',
};
const dealTexts = { init: '排队中', ing: '制作中', done: '已完成', fail: '制作失败' };

/** 每次请求的订单数，以及服务允许的上限。 */
const pageSize = 20;
const pageSizeMax = 100;

const shownOf = (order) => ({
  orderNo: order.order_no,
  time: order.create_time,
  price: yuan(order.price),
  status: texts[order.status] || dealTexts[order.deal_status],
});

Page({
  data: { orders: [], before: null, error: '' },
  /** 列表的版本：重新加载后，较早请求的结果不再使用。 */
  version: 0,
  loading: false,

  /** 从订单页返回时，已加载的订单也会刷新。 */
  async onShow() {
    const loaded = this.data.orders.length;
    await this.load({ limit: Math.min(pageSizeMax, Math.max(pageSize, loaded)) }, []);
  },

  /** 滚动到底部时加载更早的订单。 */
  async onReachBottom() {
    const { before, orders } = this.data;
    if (before === null || this.loading) return;
    await this.load({ before, limit: pageSize }, orders);
  },

  /** `shown`：结果之前已显示的订单。 */
  async load(parameters, shown) {
    this.version += 1;
    const { version } = this;
    this.loading = true;
    try {
      const { orders, before } = await whenSignedIn((shop) => shop.call('my_orders', parameters));
      if (version !== this.version) return;
      this.setData({ error: '', before, orders: [...shown, ...orders.map(shownOf)] });
    } catch (error) {
      if (version === this.version) this.setData({ error: sentenceOf(error) });
    } finally {
      if (version === this.version) this.loading = false;
    }
  },

  onOpen(event) {
    wx.navigateTo({ url: `/pages/order/order?order_no=${event.currentTarget.dataset.orderNo}` });
  },
});
