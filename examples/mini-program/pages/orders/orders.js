/** 我的订单。 */

const { sentenceOf, whenSignedIn, yuan } = require('../../shop.js');

const texts = {
  wait_pay: '待付款',
  cancal: '已取消',
  wait_refund: '退款处理中',
  refund: '已退款',
};
const dealTexts = { init: '排队中', ing: '制作中', done: '已完成', fail: '制作失败' };

Page({
  data: { orders: [], error: '' },

  async onShow() {
    try {
      const { orders } = await whenSignedIn((shop) => shop.call('my_orders', {}));
      this.setData({
        error: '',
        orders: orders.map((order) => ({
          orderNo: order.order_no,
          time: order.create_time,
          price: yuan(order.price),
          status: texts[order.status] || dealTexts[order.deal_status],
        })),
      });
    } catch (error) {
      this.setData({ error: sentenceOf(error) });
    }
  },

  onOpen(event) {
    wx.navigateTo({ url: `/pages/order/order?order_no=${event.currentTarget.dataset.orderNo}` });
  },
});
