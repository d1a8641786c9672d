/**
 * 付款：微信支付（JSAPI）和虚拟支付。客户端的“成功”不代表已付款，付款结果以服务查询到的为准，
 * 所以付款之后总要继续等待订单的变化。
 */

const { forgetSignIn, whenSignedIn } = require('./shop.js');
const { readyTemplateId } = require('./config.js');

const channels = { wechat: 'jsapi', wechat_virtual: 'goods' };

/** 会话已失效（-15007）或签名所用的会话不是当前会话（-15005）：重新登录后再付一次。 */
const sessionCodes = [-15007, -15005];
const cancelCode = -2;
/**
 * 单号已用过（-15002）或已关闭（-15012）：每个单号只能拉起一次付款，顾客关掉付款界面后也不能再用。
 * 先查订单，还没付款就再付一次，服务会换一个新单号。
 */
const usedCodes = [-15002, -15012];

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
  const choice = { provider, channel: channels[provider] };
  const data = await whenSignedIn((shop) => shop.pay(orderNo, choice));
  // 价格为 0 的订单直接算已付款。
  if (data.status === 'pay') return;
  await (provider === 'wechat' ? payByWechat(data) : payByVirtualPayment(data));
}

/** 订单是否还没付款。 */
async function isUnpaid(orderNo) {
  return (await whenSignedIn((shop) => shop.fetchOrder(orderNo))).status === 'wait_pay';
}

/**
 * 付款。必须在点击事件里调用。
 * @returns 'sent'：顾客已确认付款，请等待订单变化；'cancelled'：顾客取消了付款。
 */
async function pay(orderNo, provider) {
  await askForMessage();
  let isUsed = false;
  for (let tries = 2; ; tries--) {
    try {
      await payOnce(orderNo, provider);
      return 'sent';
    } catch (error) {
      const { errCode, errMsg = '', reason } = error;
      if (errCode === cancelCode || /cancel/.test(errMsg)) return 'cancelled';
      // 换单号之前，服务查到原来的单号已付款。
      if (isUsed && reason === 'order_not_payable') return 'sent';
      isUsed = usedCodes.includes(errCode);
      if (isUsed && !(await isUnpaid(orderNo))) return 'sent';
      if (tries === 1 || !(isUsed || sessionCodes.includes(errCode))) throw error;
      if (!isUsed) forgetSignIn();
    }
  }
}

module.exports = { pay };
