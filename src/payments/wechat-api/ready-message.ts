/**
 * Sends the subscribe message (订阅消息) which says that a picture is ready. Each time a customer accepts
 * `wx.requestSubscribeMessage`, WeChat allows one such message to the customer.
 */

import { formatDateTime, timeZone } from '../../domain/zoned-time.ts';
import type { ReadyMessages, ReadyOrder } from '../../usecases/ports/order-reports.ts';
import type { ApiClient } from './api-client.ts';
import { WechatApiRefusal } from './wechat-http.ts';

export type ReadyValue = 'title' | 'order_no' | 'time' | 'status' | 'note';

export interface ReadyTemplate {
  readonly templateId: string;
  /** The value of each keyword of the template, for example `thing1` → `title`. */
  readonly keywords: Readonly<Record<string, ReadyValue>>;
  /** The page of the mini program that the message opens, with the parameter `order_no`. */
  readonly page: string;
}

const path = '/cgi-bin/message/subscribe/send';

/**
 * 43101: the customer has not accepted a message, or has already received all accepted messages. 40003: WeChat does
 * not know the customer.
 */
const unwantedCodes: readonly number[] = [43101, 40003];

/** How many characters WeChat allows for a value, by the kind of the keyword, which is its name without the number. */
const lengthMax: Readonly<Record<string, number>> = {
  thing: 20,
  short_thing: 5,
  phrase: 5,
  name: 10,
  character_string: 32,
  const: 20,
};

const beijing = timeZone('Asia/Shanghai');

export function createReadyMessages(api: ApiClient, template: ReadyTemplate): ReadyMessages {
  return {
    accountProvider: 'wechat',
    async send(order) {
      try {
        await api.post(path, messageOf(template, order));
        return 'sent';
      } catch (error) {
        if (error instanceof WechatApiRefusal && unwantedCodes.includes(error.code)) return 'unwanted';
        throw error;
      }
    },
  };
}

function messageOf({ templateId, keywords, page }: ReadyTemplate, order: ReadyOrder) {
  const data = Object.entries(keywords).map(([keyword, value]) => [
    keyword,
    { value: fit(keyword, wordsOf(value, order)) },
  ]);
  return {
    touser: order.accountId,
    template_id: templateId,
    page: `${page}?order_no=${order.orderNo}`,
    data: Object.fromEntries(data),
    miniprogram_state: 'formal',
    lang: 'zh_CN',
  };
}

function wordsOf(value: ReadyValue, { title, orderNo, readyAt }: ReadyOrder): string {
  switch (value) {
    case 'title':
      return title;
    case 'order_no':
      return orderNo;
    case 'time':
      return chineseTime(readyAt);
    case 'status':
      return '已完成';
    case 'note':
      return '点击查看并保存照片';
  }
}

/** Writes a time as 2026年11月22日 19:54, which is the form of WeChat's keywords `time` and `date`. */
function chineseTime(at: number): string {
  const [date = '', time = ''] = formatDateTime(at, beijing).split(' ');
  const [year, month, day] = date.split('-').map(Number);
  return `${year}年${month}月${day}日 ${time.slice(0, 5)}`;
}

/** Shortens a value, because WeChat refuses a message with a value that is too long. */
function fit(keyword: string, value: string): string {
  const kind = keyword.replace(/\d+$/, '');
  const max = lengthMax[kind];
  return max === undefined ? value : [...value].slice(0, max).join('');
}
