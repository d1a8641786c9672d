/** The connection to WeChat's server API as one mini program or official account. */

import type { AccountExchange } from '../../usecases/ports/account-exchange.ts';
import type { ReadyMessages } from '../../usecases/ports/order-reports.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { type AppCredentials, createAccessTokens } from './access-tokens.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { createCodeExchange } from './code-to-session.ts';
import { createReadyMessages, type ReadyTemplate } from './ready-message.ts';
import { createWechatHttp } from './wechat-http.ts';

export interface WechatAppConfig extends AppCredentials {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  /** Null: customers get no message when their picture is ready. */
  readonly ready: ReadyTemplate | null;
}

export interface WechatApp {
  readonly api: ApiClient;
  readonly accounts: AccountExchange;
  readonly readyMessages: ReadyMessages | null;
}

/** @param timeoutMs the time limit of one call. */
export function connectWechatApp(config: WechatAppConfig, clock: Clock, timeoutMs?: number): WechatApp {
  const http = createWechatHttp(config.apiUrl, timeoutMs);
  const api = createApiClient(http, createAccessTokens(http, config, clock));
  return {
    api,
    accounts: createCodeExchange(http, config),
    readyMessages: config.ready === null ? null : createReadyMessages(api, config.ready),
  };
}
