/**
 * Obtains access tokens for WeChat's server API with the call `stable_token`. In its normal mode this call returns the
 * same token to all callers until the token expires. Every process of the service can therefore keep a copy, and no
 * process makes the copy of another process invalid.
 */

import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { requireText, requireWhole, type WechatHttp } from './wechat-http.ts';

export interface AccessTokens {
  current(): Promise<string>;
  /**
   * @param refused the token that WeChat refused.
   * @returns another token.
   */
  renew(refused: string): Promise<string>;
}

export interface AppCredentials {
  readonly appId: string;
  readonly appSecret: string;
}

const path = '/cgi-bin/stable_token';
/** WeChat makes the next token 5 minutes before this one expires; until then both are valid. */
const earlyMs = 5 * 60_000;
/** The shortest time between two forced renewals. WeChat allows 20 of them a day. */
const forcePauseMs = 80 * 60_000;

export function createAccessTokens(
  http: WechatHttp,
  { appId, appSecret }: AppCredentials,
  clock: Clock,
): AccessTokens {
  let held: { readonly token: string; readonly until: number } | null = null;
  let running: Promise<string> | null = null;
  let forcedAt = Number.NEGATIVE_INFINITY;

  async function obtain(isForced: boolean): Promise<string> {
    const body = JSON.stringify({
      grant_type: 'client_credential',
      appid: appId,
      secret: appSecret,
      force_refresh: isForced,
    });
    const fields = await http.send({ path, body });
    const token = requireText(path, fields, 'access_token');
    const keptMs = requireWhole(path, fields, 'expires_in') * 1000 - earlyMs;
    held = { token, until: clock.now() + keptMs };
    return token;
  }

  /** Callers that need a token at the same time share one request. */
  function obtainOnce(isForced: boolean): Promise<string> {
    running ??= obtain(isForced).finally(() => {
      running = null;
    });
    return running;
  }

  return {
    async current() {
      return held !== null && clock.now() < held.until ? held.token : obtainOnce(false);
    },
    async renew(refused) {
      if (held !== null && held.token !== refused) return held.token;
      const token = await obtainOnce(false);
      if (token !== refused) return token;
      // WeChat returned the same token that it has refused. Only a forced renewal returns another token, and WeChat
      // limits the number of forced renewals.
      if (Math.abs(clock.now() - forcedAt) < forcePauseMs) {
        throw new ProviderUnreachable('WeChat refuses the access token that it gives out.');
      }
      forcedAt = clock.now();
      return obtainOnce(true);
    },
  };
}
