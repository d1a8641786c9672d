/** 选择照片、检查照片、下单。 */

const { colours, formOf, sizes } = require('../../forms.js');
const { problemText, warningText } = require('../../photo-texts.js');
const { sentenceOf, whenSignedIn } = require('../../shop.js');

Page({
  data: {
    colours,
    sizes,
    hasColour: false,
    hasSize: false,
    colour: 'blue',
    sizeIndex: 0,
    /** 本店要求的人脸照片处理同意书：{ version, text }；null：不需要，或顾客已经同意。 */
    consent: null,
    photo: '',
    path: '',
    problem: '',
    warnings: [],
    busy: false,
    /** 正在下单：这时不能换照片或选择，否则会下两单。 */
    ordering: false,
  },

  onLoad({ goods_id: goodsId, funct_name: functName }) {
    this.good = { id: Number(goodsId), funct_name: functName };
    this.uploaded = '';
    this.runs = 0;
    this.setData({ ...formOf(functName) });
    return this.askConsent();
  },

  /** 本店可能要求先同意：读出同意书，显示在页面上。 */
  async askConsent() {
    try {
      const state = await whenSignedIn((shop) => shop.call('face_consent'));
      const isAsked = state.required && state.given_at === null;
      this.setData({ consent: isAsked ? { version: state.version, text: state.text.zh } : null });
    } catch (error) {
      this.setData({ problem: sentenceOf(error) });
    }
  },

  async onConsent() {
    if (this.data.busy || this.data.consent === null) return;
    const { version } = this.data.consent;
    this.setData({ busy: true, problem: '' });
    try {
      await whenSignedIn((shop) => shop.call('face_consent', { version }));
      this.setData({ consent: null });
    } catch (error) {
      await this.showFailure(error);
    } finally {
      this.setData({ busy: false });
    }
    // 同意之前选的照片没有传上去。
    if (this.data.consent === null && this.data.photo !== '' && this.data.path === '') await this.send();
  },

  onColour(event) {
    if (this.data.ordering) return;
    this.setData({ colour: event.detail.value });
  },

  /** 检查的结果取决于尺寸，所以换尺寸后要再检查一次。 */
  async onSize(event) {
    if (this.data.ordering) return;
    this.setData({ sizeIndex: Number(event.detail.value) });
    if (this.uploaded !== '') await this.running((isLast) => this.check(isLast));
  },

  async onPick() {
    if (this.data.ordering) return;
    try {
      const { tempFiles } = await wx.chooseMedia({ count: 1, mediaType: ['image'], sizeType: ['original'] });
      this.setData({ photo: tempFiles[0].tempFilePath });
    } catch {
      // 顾客关闭了选择窗口。
      return;
    }
    await this.send();
  },

  /** 上传选好的照片，然后检查。 */
  async send() {
    const { photo } = this.data;
    this.uploaded = '';
    await this.running(async (isLast) => {
      const { path } = await whenSignedIn((shop) => shop.upload(photo));
      if (!isLast()) return;
      this.uploaded = path;
      await this.check(isLast);
    });
  },

  async check(isLast) {
    const path = this.uploaded;
    const photoToCheck = { goods_id: this.good.id, path, ...this.parameters() };
    const check = await whenSignedIn((shop) => shop.call('check_photo', photoToCheck));
    if (!isLast()) return;
    this.setData({
      path: check.ok ? path : '',
      problem: check.ok ? '' : problemText(check.reason),
      warnings: check.warnings.map(({ code }) => warningText(code)),
    });
  },

  /** 上传和检查期间顾客可以换照片或尺寸：只有最后一次的结果有效，否则下单的可能是另一张。 */
  async running(work) {
    this.runs += 1;
    const run = this.runs;
    const isLast = () => run === this.runs;
    this.setData({ path: '', problem: '', warnings: [], busy: true });
    try {
      await work(isLast);
    } catch (error) {
      if (isLast()) await this.showFailure(error);
    } finally {
      if (isLast()) this.setData({ busy: false });
    }
  },

  /** 需要同意时显示同意书，否则用一句话说明出了什么问题。 */
  showFailure(error) {
    if (error.reason === 'consent_required') return this.askConsent();
    this.setData({ problem: sentenceOf(error) });
    return undefined;
  },

  async onOrder() {
    if (this.data.busy || this.data.ordering || this.data.path === '') return;
    this.setData({ ordering: true, problem: '' });
    try {
      const { path } = this.data;
      const orderNo = await whenSignedIn((shop) => shop.order(this.good, { path, ...this.parameters() }));
      wx.redirectTo({ url: `/pages/order/order?order_no=${orderNo}` });
    } catch (error) {
      await this.showFailure(error);
    } finally {
      this.setData({ ordering: false });
    }
  },

  parameters() {
    const { colour, hasColour, hasSize, sizeIndex } = this.data;
    return { ...(hasColour ? { color: colour } : {}), ...(hasSize ? { size: sizes[sizeIndex].value } : {}) };
  },
});
