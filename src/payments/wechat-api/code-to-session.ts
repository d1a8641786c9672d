/** Exchanges the code of `wx.login` for the openid and the session key of the customer (`code2session`). */

import { type AccountExchange, CodeRefused } from '../../usecases/ports/account-exchange.ts';
import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';
import type { AppCredentials } from './access-tokens.ts';
import { requireText, WechatApiRefusal, type WechatHttp } from './wechat-http.ts';

const path = '/sns/jscode2session';

/** 40029: wrong or expired. 40163: used. 40226: WeChat has blocked the customer. */
const codeRefusals: readonly number[] = [40029, 40163, 40226];

export function createCodeExchange(http: WechatHttp, { appId, appSecret }: AppCredentials): AccountExchange {
  return {
    name: 'wechat',
    async exchange(code) {
      const query = { appid: appId, secret: appSecret, js_code: code, grant_type: 'authorization_code' };
      try {
        const fields = await http.send({ path, query });
        return {
          accountId: requireText(path, fields, 'openid'),
          sessionKey: requireText(path, fields, 'session_key'),
        };
      } catch (error) {
        if (!(error instanceof WechatApiRefusal)) throw error;
        if (codeRefusals.includes(error.code)) throw new CodeRefused(error.message);
        // Every other refusal has a cause in the configuration of the mini program and not in the code.
        throw new ProviderUnreachable(error.message);
      }
    },
  };
}
