/** 服务列表。照片类服务先上传照片，会员直接下单。 */

const { sentenceOf, whenSignedIn, withClient, yuan } = require('../../shop.js');

const membership = 'mark_order_vip';

Page({
  data: { goods: [], error: '', busy: false },

  onLoad() {
    return this.load();
  },

  async onPullDownRefresh() {
    await this.load();
    wx.stopPullDownRefresh();
  },

  async load() {
    try {
      const goods = await withClient((shop) => shop.listGoods());
      this.setData({ goods: goods.map((good) => ({ ...good, priceText: yuan(good.price) })), error: '' });
    } catch (error) {
      this.setData({ error: sentenceOf(error) });
    }
  },

  async onChoose(event) {
    const { id, functName } = event.currentTarget.dataset;
    if (functName !== membership) {
      wx.navigateTo({ url: `/pages/upload/upload?goods_id=${id}&funct_name=${functName}` });
      return;
    }
    if (this.data.busy) return;
    this.setData({ busy: true });
    try {
      const orderNo = await whenSignedIn((shop) => shop.order({ id, funct_name: functName }));
      wx.navigateTo({ url: `/pages/order/order?order_no=${orderNo}` });
    } catch (error) {
      this.setData({ error: sentenceOf(error) });
    } finally {
      this.setData({ busy: false });
    }
  },
});
