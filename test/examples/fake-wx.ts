/**
 * The object `wx` of a mini program on one customer's phone, with the fakes of WeChat behind it: signs in, pays,
 * downloads, and delivers WeChat's notifications to the service. It lacks the functions that the sample never
 * calls.
 */

import assert from 'node:assert/strict';
import { verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawNotification } from '../../src/usecases/ports/payment-provider.ts';
import { wx as wxOnFetch } from '../client/wx-on-fetch.ts';
import { account, merchantKeys } from '../payments/wechat/fake-signer.ts';
import type { FakeWechat } from '../payments/wechat/fake-wechat.ts';
import type { FakeWechatApi } from '../payments/wechat-virtual/fake-wechat-api.ts';
import { ClientError } from '../payments/wechat-virtual/fake-xpay.ts';

interface Ends {
  success(answer: object): void;
  fail(error: object): void;
}

/** WeChat allows only addresses with TLS. */
export const publicUrl = 'https://shop.example';

export interface PhoneParts {
  readonly openId: string;
  readonly serviceUrl: string;
  readonly pay: FakeWechat;
  readonly api: FakeWechatApi;
  /** Where downloads are written. */
  readonly folder: string;
  /** The path of the photo that the customer picks. */
  readonly photo: string;
}

export type FakePhone = ReturnType<typeof openFakePhone>;

export function openFakePhone({ openId, serviceUrl, pay, api, folder, photo }: PhoneParts) {
  const stored = new Map<string, unknown>();
  /** Addresses that the mini program opened, newest last. */
  const visited: string[] = [];
  const album: string[] = [];
  const toasts: string[] = [];
  const rules = { cancels: false, deniesAlbum: false, deliversNotices: true };
  let logins = 0;

  async function deliver(name: string, { method, headers, query, body }: RawNotification): Promise<void> {
    if (!rules.deliversNotices) return;
    const address = `${serviceUrl}/index.php/v1/pay_notify/${name}?${new URLSearchParams(query as Record<string, string>)}`;
    const answer = await fetch(address, {
      method,
      headers: headers as Record<string, string>,
      body: Buffer.from(body),
    });
    assert.ok(answer.ok, `${name}: ${answer.status} ${await answer.text()}`);
  }

  function finish(work: () => Promise<object>, { success, fail }: Ends): void {
    work().then(success, (error: unknown) => {
      const errCode = error instanceof ClientError ? { errCode: error.errCode } : {};
      fail({ errMsg: error instanceof Error ? error.message : String(error), ...errCode });
    });
  }

  /** WeChat verifies the signature of the call before it shows the payment sheet. */
  async function requestPayment(call: Readonly<Record<string, string>>): Promise<object> {
    const { timeStamp, nonceStr, package: prepared = '', signType, paySign = '' } = call;
    const text = `${account.appId}\n${timeStamp}\n${nonceStr}\n${prepared}\n`;
    const isSigned = verify(
      'sha256',
      Buffer.from(text),
      merchantKeys.publicKey,
      Buffer.from(paySign, 'base64'),
    );
    assert.ok(isSigned && signType === 'RSA', 'requestPayment:fail sign');
    if (rules.cancels) throw new Error('requestPayment:fail cancel');
    await deliver('wechat', pay.pay(prepared.replace('prepay_id=wx', '')));
    return { errMsg: 'requestPayment:ok' };
  }

  async function requestVirtualPayment(call: Readonly<Record<string, string>>): Promise<object> {
    const order = api.xpay.requestVirtualPayment(openId, call, !rules.cancels);
    if (rules.cancels) throw new ClientError(-2);
    await deliver('wechat_virtual', api.pushPayment(order));
    return { errMsg: 'requestVirtualPayment:ok' };
  }

  /** The phone reaches the service at its public address, as through a proxy with TLS. */
  const reached = (url: string) => {
    assert.ok(url.startsWith(`${publicUrl}/`), `the mini program may not call ${url}`);
    return url.replace(publicUrl, serviceUrl);
  };

  const wx = {
    request: (call: Parameters<typeof wxOnFetch.request>[0]) =>
      wxOnFetch.request({ ...call, url: reached(call.url) }),
    uploadFile: (call: Parameters<typeof wxOnFetch.uploadFile>[0]) =>
      wxOnFetch.uploadFile({ ...call, url: reached(call.url) }),
    getRandomValues: wxOnFetch.getRandomValues,
    getStorageSync: (key: string) => stored.get(key) ?? '',
    setStorageSync: (key: string, value: unknown) => void stored.set(key, value),
    async login() {
      const code = `${openId} ${++logins}`;
      api.addCode(code, openId, Buffer.from(`session ${logins} of ${openId}`).toString('base64'));
      return { code };
    },
    chooseMedia: async () => ({ tempFiles: [{ tempFilePath: photo }] }),
    requestSubscribeMessage({ tmplIds, success }: Ends & { readonly tmplIds: readonly string[] }) {
      for (const templateId of tmplIds) api.messages.accept(openId, templateId);
      success({ errMsg: 'requestSubscribeMessage:ok' });
    },
    requestPayment: ({ success, fail, ...call }: Ends & Readonly<Record<string, string>>) =>
      finish(() => requestPayment(call), { success, fail }),
    requestVirtualPayment: ({ success, fail, ...call }: Ends & Readonly<Record<string, string>>) =>
      finish(() => requestVirtualPayment(call), { success, fail }),
    downloadFile: ({ url, ...ends }: Ends & { readonly url: string }) =>
      finish(async () => {
        const answer = await fetch(reached(url));
        const tempFilePath = join(folder, `download-${album.length}.jpg`);
        writeFileSync(tempFilePath, Buffer.from(await answer.arrayBuffer()));
        return { statusCode: answer.status, tempFilePath };
      }, ends),
    saveImageToPhotosAlbum: ({ filePath, ...ends }: Ends & { readonly filePath: string }) =>
      finish(async () => {
        if (rules.deniesAlbum) throw new Error('saveImageToPhotosAlbum:fail auth deny');
        album.push(filePath);
        return {};
      }, ends),
    navigateTo: ({ url }: { readonly url: string }) => void visited.push(url),
    redirectTo: ({ url }: { readonly url: string }) => void visited.push(url),
    showModal: async () => ({ confirm: true }),
    showToast: ({ title }: { readonly title: string }) => void toasts.push(title),
    stopPullDownRefresh() {},
  };
  return {
    wx,
    visited,
    album,
    toasts,
    rules,
    stored,
    /** WeChat ends the customer's session, so that data signed with it cannot be paid. */
    endSession: () => void api.xpay.sessions.delete(openId),
  };
}
