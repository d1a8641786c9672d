/** Calls WeChat's server API with an access token. Renews a token that WeChat refuses, once for each call. */

import type { Fields } from '../json-object.ts';
import type { AccessTokens } from './access-tokens.ts';
import { WechatApiRefusal, type WechatHttp } from './wechat-http.ts';

export interface ApiClient {
  /**
   * @param sign further parameters of the URL, which sign the body.
   * @throws WechatApiRefusal, ProviderUnreachable
   */
  post(
    path: string,
    fields: Fields,
    sign?: (body: string) => Readonly<Record<string, string>>,
  ): Promise<Fields>;
}

/** 40001: invalid. 40014: malformed. 42001: expired. WeChat has not carried out the call. */
const tokenRefusals: readonly number[] = [40001, 40014, 42001];

export function createApiClient(http: WechatHttp, tokens: AccessTokens): ApiClient {
  return {
    async post(path, fields, sign = () => ({})) {
      const body = JSON.stringify(fields);
      const signs = sign(body);
      const send = (token: string) => http.send({ path, body, query: { access_token: token, ...signs } });
      const token = await tokens.current();
      try {
        return await send(token);
      } catch (error) {
        if (!(error instanceof WechatApiRefusal) || !tokenRefusals.includes(error.code)) throw error;
        return send(await tokens.renew(token));
      }
    },
  };
}
