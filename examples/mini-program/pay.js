/**
 * 付款：微信支付（JSAPI）和虚拟支付。客户端的“成功”不代表已付款，付款结果以服务查询到的为准，
 * 所以付款之后总要继续等待订单的变化。
 */

const { client, ensureSignedIn, forgetSignIn } = require('./shop.js');
const { readyTemplateId } = require('./config.js');

const channels = { wechat: 'jsapi', wechat_virtual: 'goods' };

/** 会话已失效（-15007）或签名所用的会话不是当前会话（-15005）：重新登录后再付一次。 */
const sessionCodes = [-15007, -15005];
const cancelCode = -2;
/** 单号已支付过（-15002）：结果以服务为准。 */
const usedCode = -15002;

function promised(call, options) {
  return new Promise((resolve, reject) => {
    call({ ...options, success: resolve, fail: reject });
  });
}

/** 征得顾客同意后，照片完成时会收到一条消息。必须在点击事件里调用。顾客不同意也照常付款。 */
function askForMessage() {
  if (readyTemplateId === '') return Promise.resolve();
  return promised(wx.requestSubscribeMessage, { tmplIds: [readyTemplateId] }).catch(() => undefined);
}

async function payByWechat(data) {
  const { timeStamp, nonceStr, signType, paySign } = data;
  await promised(wx.requestPayment, { timeStamp, nonceStr, package: data.package, signType, paySign });
}

/** signData 是签过名的原文，必须原样传给微信，不能解析后重新拼接。 */
async function payByVirtualPayment(data) {
  const { mode, signData, paySig, signature } = data;
  await promised(wx.requestVirtualPayment, { mode, signData, paySig, signature });
}

async function payOnce(orderNo, provider) {
  await ensureSignedIn();
  const data = await client().pay(orderNo, { provider, channel: channels[provider] });
  // 价格为 0 的订单直接算已付款。
  if (data.status === 'pay') return;
  await (provider === 'wechat' ? payByWechat(data) : payByVirtualPayment(data));
}

/**
 * 付款。必须在点击事件里调用。
 * @returns 'sent'：顾客已确认付款，请等待订单变化；'cancelled'：顾客取消了付款。
 */
async function pay(orderNo, provider) {
  await askForMessage();
  for (let tries = 2; ; tries--) {
    try {
      await payOnce(orderNo, provider);
      return 'sent';
    } catch (error) {
      const { errCode, errMsg = '' } = error;
      if (errCode === cancelCode || /cancel/.test(errMsg)) return 'cancelled';
      if (errCode === usedCode) return 'sent';
      if (tries === 1 || !sessionCodes.includes(errCode)) throw error;
      forgetSignIn();
    }
  }
}

module.exports = { pay };
