/**
 * Subscribe messages (订阅消息) of the fake of WeChat: its templates, who has accepted how many messages, and the messages
 * that customers have received, without the HTTP layer.
 */

import type { XpayAnswer } from '../wechat-virtual/fake-xpay.ts';

export type FakeMessages = ReturnType<typeof createFakeMessages>;

export const readyTemplateId = 'xSLLkaBvsrTyuNqHlm9pO0aBcDeFgHiJkLmNoPqRsTu';

/** The maximum length of a value, by the type of its keyword: `thing1` has the type `thing`. */
const lengthMax: Readonly<Record<string, number>> = { thing: 20, phrase: 5, character_string: 32 };

function refuse(errcode: number, errmsg: string): XpayAnswer {
  return { errcode, errmsg };
}

function isValid(keyword: string, value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false;
  const kind = keyword.replace(/\d+$/, '');
  if (kind === 'time') return /^\d{4}年\d{1,2}月\d{1,2}日 \d{2}:\d{2}$/.test(value);
  if (kind === 'character_string' && !/^[\x20-\x7e]+$/.test(value)) return false;
  return [...value].length <= (lengthMax[kind] ?? 20);
}

export function createFakeMessages() {
  const templates = new Map([[readyTemplateId, ['thing1', 'time2']]]);
  const pages = new Set(['pages/order/order']);
  const customers = new Set<string>();
  /** How many messages of a template each customer has accepted and not received: `openid template` → count. */
  const accepted = new Map<string, number>();
  const received: { readonly openId: string; readonly page: string; readonly values: XpayAnswer }[] = [];

  function send(body: XpayAnswer): XpayAnswer {
    const openId = String(body.touser);
    const templateId = String(body.template_id);
    const keywords = templates.get(templateId);
    const page = String(body.page);
    const data = body.data as Readonly<Record<string, { readonly value?: unknown }>>;
    if (!customers.has(openId)) return refuse(40_003, 'invalid openid');
    if (keywords === undefined) return refuse(40_037, 'invalid template_id');
    if (!pages.has(page.split('?')[0] ?? '')) return refuse(41_030, 'invalid page');
    const isSame = Object.keys(data).sort().join() === [...keywords].sort().join();
    if (!isSame || !keywords.every((keyword) => isValid(keyword, data[keyword]?.value))) {
      return refuse(47_003, 'argument invalid! data.thing1.value invalid');
    }
    const left = accepted.get(`${openId} ${templateId}`) ?? 0;
    if (left === 0) return refuse(43_101, 'user refuse to accept the msg');
    accepted.set(`${openId} ${templateId}`, left - 1);
    const values = Object.fromEntries(Object.entries(data).map(([name, { value }]) => [name, value]));
    received.push({ openId, page, values });
    return { errcode: 0, errmsg: 'ok' };
  }

  return {
    templates,
    pages,
    customers,
    received,
    send,
    /** The customer accepts one message of `wx.requestSubscribeMessage`. */
    accept(openId: string, templateId = readyTemplateId) {
      customers.add(openId);
      accepted.set(`${openId} ${templateId}`, (accepted.get(`${openId} ${templateId}`) ?? 0) + 1);
    },
  };
}
