/** 选择照片、检查照片、下单。 */

const { problemText, warningText } = require('../../photo-texts.js');
const { sentenceOf, whenSignedIn } = require('../../shop.js');

/** 需要选择底色的服务。 */
const colouredGoods = ['mark_order_yiCunZhao'];
const colours = [
  { value: 'blue', text: '蓝底' },
  { value: 'red', text: '红底' },
  { value: 'white', text: '白底' },
];

Page({
  data: {
    colours,
    hasColour: false,
    colour: 'blue',
    photo: '',
    path: '',
    problem: '',
    warnings: [],
    busy: false,
  },

  onLoad({ goods_id: goodsId, funct_name: functName }) {
    this.good = { id: Number(goodsId), funct_name: functName };
    this.setData({ hasColour: colouredGoods.includes(functName) });
  },

  onColour(event) {
    this.setData({ colour: event.detail.value });
  },

  async onPick() {
    let photo = '';
    try {
      const { tempFiles } = await wx.chooseMedia({ count: 1, mediaType: ['image'], sizeType: ['original'] });
      photo = tempFiles[0].tempFilePath;
    } catch {
      // 顾客关闭了选择窗口。
      return;
    }
    // 上传期间顾客可以换照片：只有最后选的那张照片的结果有效，否则下单的可能是另一张。
    this.picks = (this.picks || 0) + 1;
    const pick = this.picks;
    const isLast = () => pick === this.picks;
    this.setData({ photo, path: '', problem: '', warnings: [], busy: true });
    try {
      const { path } = await whenSignedIn((shop) => shop.upload(photo));
      if (!isLast()) return;
      const photoToCheck = { goods_id: this.good.id, path, ...this.parameters() };
      const check = await whenSignedIn((shop) => shop.call('check_photo', photoToCheck));
      if (!isLast()) return;
      this.setData({
        path: check.ok ? path : '',
        problem: check.ok ? '' : problemText(check.reason),
        warnings: check.warnings.map(({ code }) => warningText(code)),
      });
    } catch (error) {
      if (isLast()) this.setData({ problem: sentenceOf(error) });
    } finally {
      if (isLast()) this.setData({ busy: false });
    }
  },

  async onOrder() {
    if (this.data.busy || this.data.path === '') return;
    this.setData({ busy: true });
    try {
      const { path } = this.data;
      const orderNo = await whenSignedIn((shop) => shop.order(this.good, { path, ...this.parameters() }));
      wx.redirectTo({ url: `/pages/order/order?order_no=${orderNo}` });
    } catch (error) {
      this.setData({ problem: sentenceOf(error) });
    } finally {
      this.setData({ busy: false });
    }
  },

  parameters() {
    return this.data.hasColour ? { color: this.data.colour } : {};
  },
});
