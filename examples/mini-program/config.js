/** 小程序的设置。改成自己的值后，用微信开发者工具打开本目录即可运行。 */

module.exports = {
  /** 服务的地址，不带结尾的斜杠。须在小程序后台的“服务器域名”里登记（request、uploadFile、downloadFile）。 */
  baseUrl: 'https://shop.example',
  /**
   * 服务开启的付款方式（PAYMENT_PROVIDERS），第一个为默认。
   * wechat_virtual：虚拟支付，数字商品和会员必须使用；wechat：微信支付，用于冲印等实物。
   */
  providers: ['wechat_virtual', 'wechat'],
  /** 顾客联系本店的方式（电话、微信号等），与服务的 SHOP_CONTACT 相同；可以留空。 */
  contact: '',
  /** “照片已完成”订阅消息的模板 ID，与服务的 WECHAT_READY_TEMPLATE_ID 相同；不用订阅消息时留空。 */
  readyTemplateId: '',
};
