/** 与服务通信：登录、调用接口，以及把错误变成顾客看得懂的一句话。 */

const { createPhotokiosk } = require('./photokiosk/photokiosk.js');
const { ApiError } = require('./photokiosk/api-error.js');
const { wechatTransport } = require('./photokiosk/wechat-transport.js');
const { baseUrl } = require('./config.js');

const tokenKey = 'photokiosk-token';

const client = createPhotokiosk({
  baseUrl,
  transport: wechatTransport(wx),
  token: wx.getStorageSync(tokenKey) || null,
  onToken: (fresh) => wx.setStorageSync(tokenKey, fresh),
});
let signedIn = null;

/** 用 wx.login 的 code 换取本店的登录凭证。游客的订单和会员会随之转到该微信用户名下。 */
async function signIn() {
  const { code } = await wx.login();
  const { token } = await client.call('login', { provider: 'wechat', code });
  wx.setStorageSync(tokenKey, token);
  client.setToken(token);
}

/** 每次启动只登录一次；失败后下次调用会重试。 */
function ensureSignedIn() {
  if (signedIn === null) {
    signedIn = signIn().catch((error) => {
      signedIn = null;
      throw error;
    });
  }
  return signedIn;
}

/** 微信的会话已失效时使用：下一次 ensureSignedIn 会重新登录。 */
function forgetSignIn() {
  signedIn = null;
}

/**
 * 调用接口。登录凭证已失效（401）时，丢掉它，重新登录后再调用一次。
 * @param call 返回调用的结果。
 */
async function calling(call) {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    client.setToken(null);
    forgetSignIn();
    await ensureSignedIn();
    return call();
  }
}

/** 不需要登录的接口。 */
function withClient(call) {
  return calling(() => call(client));
}

/** 先登录，再调用接口。 */
function whenSignedIn(call) {
  return calling(async () => {
    await ensureSignedIn();
    return call(client);
  });
}

const sentences = {
  offline: '网络不可用，请检查网络后重试。',
  unreachable: '连接不上服务，请稍后重试。',
  unavailable: '服务繁忙，请稍后重试。',
  too_many_requests: '操作太频繁，请稍等片刻再试。',
  payment_provider_failed: '暂时无法付款，请稍后重试。',
  illegal_transition: '订单状态已变化，请返回后重新打开。',
  body_too_large: '照片超过 15 MB，请换一张。',
  unusable_image: '这张照片无法处理，请换一张。',
  upload_expired: '照片已过期，请重新上传。',
  unknown_order: '没有找到这个订单。',
};

/** @returns 一句话，说明出了什么问题、顾客可以做什么。 */
function sentenceOf(error) {
  if (error instanceof ApiError && error.reason === 'shop_closed') return '本店暂停接单，请稍后再来。';
  if (error instanceof ApiError) return sentences[error.code] || '操作没有成功，请稍后重试。';
  return '操作没有成功，请稍后重试。';
}

/** 价格：分 → 元。 */
function yuan(minor) {
  return `¥${(minor / 100).toFixed(2)}`;
}

module.exports = { client: () => client, withClient, whenSignedIn, forgetSignIn, sentenceOf, yuan };
