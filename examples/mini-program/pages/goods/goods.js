/** 服务列表。照片类服务先上传照片，会员直接下单。 */

const { canOrder, isMembership } = require('../../forms.js');
const { sentenceOf, whenSignedIn, withClient, yuan } = require('../../shop.js');

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
      const shown = goods.filter((good) => canOrder(good.funct_name));
      this.setData({ goods: shown.map((good) => ({ ...good, priceText: yuan(good.price) })), error: '' });
    } catch (error) {
      this.setData({ error: sentenceOf(error) });
    }
  },

  async onChoose(event) {
    const { id, functName } = event.currentTarget.dataset;
    if (!isMembership(functName)) {
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
