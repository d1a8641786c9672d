/** The configuration of the mini program or official account, which the two providers of WeChat share. */

import type { Reader } from './environment-reader.ts';
import { type ReadyTemplateConfig, readReadyTemplate } from './wechat-ready-template.ts';

export interface WechatAppConfig {
  readonly appId: string;
  readonly appSecret: string;
  /** An origin without a trailing slash. */
  readonly apiUrl: string;
  readonly ready: ReadyTemplateConfig | null;
}

const apiUrlDefault = 'https://api.weixin.qq.com';

/** @param provider the provider that needs the values. @returns null if a value is missing or wrong. */
export function readWechatApp(read: Reader, provider: string): WechatAppConfig | null {
  const { text, secret, url, problems } = read;
  const found: string[] = [];
  const appId = text('WECHAT_APP_ID');
  if (appId === null) {
    found.push(`WECHAT_APP_ID is missing: the provider ${provider} needs it (wx and 16 letters or digits).`);
  } else if (!/^wx[0-9A-Za-z]{16}$/.test(appId)) {
    found.push(`WECHAT_APP_ID must be wx and 16 letters or digits, not "${appId}".`);
  }
  const appSecret = secret('WECHAT_APP_SECRET');
  if (appSecret === null) found.push('WECHAT_APP_SECRET is missing: customers sign in with it.');
  const apiUrl = url('WECHAT_API_URL', ['https:', 'http:']) ?? apiUrlDefault;
  const { origin, pathname, search } = new URL(apiUrl);
  if (pathname !== '/' || search !== '') {
    found.push('WECHAT_API_URL must be an origin without a path, such as https://api.weixin.qq.com.');
  }
  const ready = readReadyTemplate(text, found);
  // Both providers of WeChat read these values. Add each problem once, even if both find the same wrong value.
  problems.push(...found.filter((problem) => !problems.includes(problem)));
  return found.length > 0 || appId === null || appSecret === null
    ? null
    : { appId, appSecret, apiUrl: origin, ready };
}
