/**
 * Writes the fake Alipay's bill of one day without a zip library: a zip file whose names and tables are encoded in GBK.
 */

import { crc32, deflateRawSync } from 'node:zlib';
import { beijing, yuan } from './fake-times.ts';
import type { FakeTrade } from './fake-trades.ts';

const head =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';

/** The fee of the merchant, which is 0.6 % of the amount. */
export function feeOf(minor: number): number {
  return Math.round(minor * 0.006);
}

interface Line {
  readonly trade: FakeTrade;
  readonly type: '交易' | '退款';
  readonly minor: number;
  readonly at: number;
  readonly requestNo: string;
}

/** @param day such as `2026-11-20`. @returns undefined for a day without payments and refunds. */
export function billOf(trades: Iterable<FakeTrade>, day: string, title?: string): Buffer | undefined {
  const lines: Line[] = [...trades].flatMap((trade) => [
    ...(trade.paidAt === null
      ? []
      : [{ trade, type: '交易', minor: trade.totalMinor, at: trade.paidAt, requestNo: '' } as const]),
    ...trade.refunds
      .filter(({ state }) => state === 'done')
      .map(
        ({ amountMinor, at, outRequestNo }) =>
          ({ trade, type: '退款', minor: amountMinor, at, requestNo: outRequestNo ?? '' }) as const,
      ),
  ]);
  const ofDay = lines.filter(({ at }) => beijing(at).startsWith(day));
  if (ofDay.length === 0) return undefined;
  const payments = ofDay.filter(({ type }) => type === '交易').length;
  const details = [
    '#支付宝业务明细查询',
    '#账号：[20881021462251350156]',
    `#起始日期：[${day} 00:00:00]   终止日期：[${day} 23:59:59]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
    head,
    ...ofDay.map((line) => lineOf(line, title)),
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${payments}笔，商家实收共0.00元，商家优惠共0.00元`,
    `#退款合计：${ofDay.length - payments}笔，商家实收退款共0.00元，商家优惠退款共0.00元`,
    '#导出时间：[2026年11月21日 09:30:00]',
  ];
  const sums = ['#支付宝业务汇总查询', '门店编号,门店名称,交易订单总笔数,退款订单总笔数', '合计\t,\t,1,0'];
  const name = `20881021462251350156_${day.replaceAll('-', '')}`;
  return zipOf([
    [gbk(`${name}_业务明细(汇总).csv`), gbk(sums.join('\r\n'))],
    [gbk(`${name}_业务明细.csv`), gbk(`${details.join('\r\n')}\r\n`)],
  ]);
}

function lineOf({ trade, type, minor, at, requestNo }: Line, title = trade.subject): string {
  const sign = type === '退款' ? -1 : 1;
  const amount = yuan(sign * minor);
  const cells = [trade.tradeNo, trade.outTradeNo, type, title, beijing(trade.createdAt), beijing(at)];
  const zero = '0.00';
  const money = [amount, amount, zero, zero, zero, zero, zero, '', zero, zero];
  const fee = yuan(-sign * feeOf(minor));
  return [...cells, '', '', '', '', 'cus***@example.com', ...money, requestNo, fee, zero, '']
    .map((cell) => `${cell}\t`)
    .join(',');
}

let table: Map<string, number> | undefined;

/** Encodes a text in GBK. Node can only decode GBK, so the encoding table is made by decoding every pair of bytes. */
export function gbk(text: string): Buffer {
  table ??= gbkTable();
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0);
    const pair = code < 0x80 ? code : table.get(character);
    if (pair === undefined) throw new Error(`GBK has no ${character}`);
    if (pair > 0xff) bytes.push(pair >> 8);
    bytes.push(pair & 0xff);
  }
  return Buffer.from(bytes);
}

function gbkTable(): Map<string, number> {
  const decoder = new TextDecoder('gbk');
  const codes = new Map<string, number>();
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (character.length === 1 && character !== '\uFFFD') codes.set(character, lead * 256 + trail);
    }
  }
  return codes;
}

/** A zip file without the flag for UTF-8 names, as Alipay makes it. */
export function zipOf(files: readonly (readonly [name: Buffer, content: Buffer])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, packed]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, end, name]));
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const tail = Buffer.alloc(22);
  tail.write('PK\x05\x06', 'latin1');
  tail.writeUInt16LE(files.length, 8);
  tail.writeUInt16LE(files.length, 10);
  tail.writeUInt32LE(size, 12);
  tail.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, tail]);
}
