/** The connection to WeChat's server API as one mini program or official account. */

import type { AccountExchange } from '../../usecases/ports/account-exchange.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { type AppCredentials, createAccessTokens } from './access-tokens.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { createCodeExchange } from './code-to-session.ts';
import { createWechatHttp, type WechatHttp } from './wechat-http.ts';

export interface WechatAppConfig extends AppCredentials {
  /** Without a trailing slash. */
  readonly apiUrl: string;
}

export interface WechatApp {
  readonly http: WechatHttp;
  readonly api: ApiClient;
  readonly accounts: AccountExchange;
}

/** @param timeoutMs the time limit of one call. */
export function connectWechatApp(config: WechatAppConfig, clock: Clock, timeoutMs?: number): WechatApp {
  const http = createWechatHttp(config.apiUrl, timeoutMs);
  return {
    http,
    api: createApiClient(http, createAccessTokens(http, config, clock)),
    accounts: createCodeExchange(http, config),
  };
}
