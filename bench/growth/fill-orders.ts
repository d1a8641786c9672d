/**
 * Fills a shop with orders of the last two years by bulk statements. It writes users, orders, their history and
 * payment attempts, because only these rows remain when all retention times have passed. Four of five orders are paid
 * and finished; the others are cancelled. The rows are valid: `npm run audit` finds no problem in them.
 */

/** The expressions in which SQLite and PostgreSQL differ. */
export interface Dialect {
  /** A table expression `n` with one column `i`, which has the numbers from `first` to `last`. */
  series(first: number, last: number): string;
  /** The number with leading zeros. */
  padded(number: string, width: number): string;
  /**
   * The text between the columns and the rows of an insert statement, with which the database accepts ids that the
   * rows contain.
   */
  readonly ownIds: string;
}

export const sqliteDialect: Dialect = {
  series: (first, last) =>
    `(with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${last}) select i from n) as n`,
  padded: (number, width) => `printf('%0${width}d', ${number})`,
  ownIds: '',
};

export const postgresDialect: Dialect = {
  series: (first, last) => `generate_series(${first}::bigint, ${last}::bigint) as n(i)`,
  padded: (number, width) => `lpad((${number})::text, ${width}, '0')`,
  ownIds: 'overriding system value',
};

export interface Fill {
  /**
   * The serial numbers of the first and the last order. `filledOrderNo` computes an order number from a serial number.
   */
  readonly first: number;
  readonly last: number;
  /** The numbers that are added to serial numbers to get the ids of the rows. */
  readonly orderIdOffset: number;
  readonly userIdOffset: number;
  readonly attemptIdOffset: number;
  readonly now: number;
}

const chunk = 250_000;
const ordersPerUser = 20;
const periodMs = 2 * 365 * 86_400_000;
const hourMs = 3_600_000;
/** How long the result of a picture is kept. Younger orders have lost their result too, so that no job purges it. */
const keptMs = 7 * 86_400_000;
const resultFile = '2026/11/22/0123456789ABCDEFGHJKMNPQRS.jpg';
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Gives consecutive orders very different numbers, as in a real shop. */
const factor = 2_654_435_761n;
const modulus = 1_000_000_007n;

/** The order number of the `i`-th filled order, as the statements compute it. */
export function filledOrderNo(i: number): string {
  const hash = (BigInt(i) * factor) % modulus;
  const ending = [0n, 5n, 10n, 15n].map((shift) => alphabet.charAt(Number((hash >> shift) & 31n))).join('');
  return `${String(i).padStart(9, '0')}${String(hash).padStart(15, '0')}${ending}`;
}

/** @returns the statements of each chunk; a chunk is one transaction. */
export function* fillStatements(dialect: Dialect, fill: Fill): Generator<readonly string[]> {
  const users = Math.ceil((fill.last - fill.first + 1) / ordersPerUser);
  const everyMs = Math.floor(periodMs / fill.last);
  const start = fill.now - hourMs - everyMs * fill.last;
  yield [
    `insert into users (id, kind, created_at) ${dialect.ownIds}
      select ${fill.userIdOffset} + i, 'guest', ${start} from ${dialect.series(1, users)}`,
  ];
  for (let { first } = fill; first <= fill.last; first += chunk) {
    const rows = dialect.series(first, Math.min(first + chunk - 1, fill.last));
    yield chunkStatements(dialect, fill, { rows, at: `(${start} + i * ${everyMs})`, users });
  }
}

interface Chunk {
  readonly rows: string;
  /** The time of the order's creation. */
  readonly at: string;
  readonly users: number;
}

function chunkStatements(dialect: Dialect, fill: Fill, { rows, at, users }: Chunk): string[] {
  const hash = `((i * ${factor}) % ${modulus})`;
  const ending = [0, 5, 10, 15]
    .map((shift) => `substr('${alphabet}', cast(1 + ((${hash} >> ${shift}) & 31) as integer), 1)`)
    .join(' || ');
  const orderNo = `${dialect.padded('i', 9)} || ${dialect.padded(hash, 15)} || ${ending}`;
  const isPaid = 'i % 5 > 0';
  const ifPaid = (value: string) => `case when ${isPaid} then ${value} end`;
  const orderId = `${fill.orderIdOffset} + i`;
  const attemptId = `${fill.attemptIdOffset} + i`;
  const purgedAt = `${at} + ${keptMs}`;
  const history = (seq: number, type: string, after: number, condition: string, more = '') =>
    `insert into order_history (order_id, seq, type, at, event, actor)
      select ${orderId}, ${seq}, '${type}', ${at} + ${after},
        '{"type":"${type}","at":' || (${at} + ${after}) || ${more === '' ? `'}'` : `',${more}`}, '{"kind":"system"}'
      from ${rows} where ${condition}`;
  return [
    `insert into orders (id, order_no, user_id, owned_by, goods_id, funct_name, details, price_minor, currency,
        created_at, expires_at, status, cancelled_at, cancelled_by, paid_at, attempt_id, deal_status, work_finished_at,
        result_until, version) ${dialect.ownIds}
      select ${orderId}, ${orderNo}, ${fill.userIdOffset} + 1 + i % ${users}, 'guest', 2, 'mark_order_yiCunZhao',
        '{"path":"2026/11/22/0123456789ABCDEFGHJKMNPQRS.jpg","color":"blue","num":2}', 690, 'CNY',
        ${at}, ${at} + 1800000, case when ${isPaid} then 'pay' else 'cancal' end,
        case when i % 5 = 0 then ${at} + 1800000 end, case when i % 5 = 0 then 'expiry' end,
        ${ifPaid(`${at} + 20000`)}, ${ifPaid(attemptId)}, case when ${isPaid} then 'done' else 'init' end,
        ${ifPaid(`${at} + 29000`)}, ${ifPaid(purgedAt)}, case when ${isPaid} then 5 else 2 end
      from ${rows}`,
    `insert into payment_attempts (id, order_id, payment_no, provider, channel, amount_minor, currency, state,
        provider_ref, received_minor, received_at, created_at) ${dialect.ownIds}
      select ${attemptId}, ${orderId}, 'P' || ${dialect.padded('i', 9)} || ${dialect.padded(hash, 16)}, 'wechat', 'jsapi',
        690, 'CNY', 'won', ${dialect.padded(hash, 28)}, 690, ${at} + 20000, ${at} + 5000
      from ${rows} where ${isPaid}`,
    history(1, 'created', 0, '1 = 1'),
    history(2, 'paid', 20_000, isPaid, `"attemptId":' || (${attemptId}) || '}'`),
    history(3, 'work_started', 21_000, isPaid),
    history(
      4,
      'work_done',
      29_000,
      isPaid,
      `"resultFile":"${resultFile}","resultUntil":' || (${purgedAt}) || '}'`,
    ),
    history(5, 'result_purged', keptMs, isPaid),
    history(2, 'cancelled', 1_800_000, 'i % 5 = 0', `"by":"expiry"}'`),
  ];
}
