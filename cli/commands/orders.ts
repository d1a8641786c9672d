/** `photokiosk orders`: shows, refunds and retries one order, and settles a failed refund. */

import { type Command, InvalidArgumentError } from 'commander';
import type { AdminApi, Answer } from '../admin-api.ts';
import { type CommandContext, contextOf, type Environment } from '../command-context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { amountText } from '../format-amount.ts';
import { table } from '../output.ts';

export type OrderDetail = Answer<'console_show_order'>;

/** Order numbers are longer than ids and have letters. */
const idPattern = /^\d{1,15}$/;

/** @param order an id or a number of an order; a masked number is enough if no other order matches. */
export async function orderIdOf(api: AdminApi, order: string): Promise<number> {
  if (idPattern.test(order)) return Number(order);
  const { orders } = await api.get('console_search_orders', 'orders', { order_no: order, limit: 2 });
  const [found, other] = orders;
  if (found === undefined) throw new CommandError(exitCodes.notFound, `No order has the number ${order}.`);
  if (other === undefined) return found.id;
  throw new CommandError(exitCodes.usage, `Several orders match ${order}: use the id of the order.`);
}

/** @throws ApiError, CommandError when there is no such order. */
export async function findOrder(api: AdminApi, order: string): Promise<OrderDetail> {
  return api.get('console_show_order', `orders/${await orderIdOf(api, order)}`);
}

function waitingFor(approval: OrderDetail['approval']): string | null {
  if (approval === null) return null;
  const matter = approval.settled_refund_no === null ? 'the refund' : 'the settlement of the failed refund';
  return `a second operator, who must confirm ${matter}`;
}

function linesOf(order: OrderDetail): string[] {
  const facts: [string, string | null][] = [
    ['order', `${order.id}  ${order.order_no}`],
    ['product', `${order.good_title} (${order.funct_name})`],
    ['price', amountText(order.price, order.currency)],
    ['state', `${order.status}/${order.deal_status}`],
    ['customer', `${order.owned_by} ${order.user_id}`],
    ['created', order.created_at],
    ['paid', order.paid_at],
    ['failed', order.fail_sentence],
    ['waits for', waitingFor(order.approval)],
    ['possible', order.actions.join(', ') || null],
  ];
  return [
    ...table(facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
    ...order.payments.map(
      (one) => `payment   ${amountText(one.amount, one.currency)} by ${one.provider}: ${one.state}`,
    ),
    ...order.refunds.map(
      (one) =>
        `refund    ${amountText(one.amount, one.currency)}${one.months === null ? '' : ` for ${one.months} months`} by ${one.provider}: ${one.settled_by === null ? one.state : `settled in another way by ${one.settled_by}`}${one.last_error === null ? '' : ` (${one.last_error})`}`,
    ),
    '',
    ...table(order.timeline.map(({ at, kind, what, actor }) => [at, kind, what, actor ?? ''])),
  ];
}

function show({ output }: CommandContext, order: OrderDetail): void {
  output.result(order, linesOf(order));
}

interface RefundOptions {
  readonly reason: string;
  readonly months?: number;
}

function monthsOf(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A number of months is a whole number from 1 on.');
}

async function refundMonths(
  api: AdminApi,
  order: string,
  months: number,
  reason: string,
): Promise<OrderDetail> {
  const { id, month_refunds } = await findOrder(api, order);
  const { refunded_before } = month_refunds;
  return api.post('console_refund_months', `orders/${id}/refund_months`, { months, refunded_before, reason });
}

interface SettleOptions {
  readonly reason: string;
  readonly refund?: string;
}

/** @param number null: the only failed refund of the order. @throws CommandError when the order has none or several. */
function failedRefundOf({ refunds }: OrderDetail, number: string | null): string {
  if (number !== null) return number;
  const [failed, other] = refunds.filter(({ state }) => state === 'failed');
  if (failed === undefined) throw new CommandError(exitCodes.refused, 'The order has no failed refund.');
  if (other === undefined) return failed.refund_no;
  throw new CommandError(
    exitCodes.usage,
    `The order has several failed refunds: choose one with --refund ${failed.refund_no} or --refund ${other.refund_no}.`,
  );
}

export function addOrderCommands(program: Command, env: Environment): void {
  const orders = program
    .command('orders')
    .description('show, refund and retry orders, and settle failed refunds');
  orders
    .command('show <order>')
    .description('show an order with its payments, refunds and history')
    .addHelpText('after', '\n<order> is the id of the console, or the order number.')
    .action(async (order: string, _options: object, command: Command) => {
      const context = contextOf(command, env);
      show(context, await findOrder(context.api(), order));
    });
  orders
    .command('refund <order>')
    .description('refund a paid order, or request the refund if it needs a second operator')
    .requiredOption('--reason <text>', 'reason for the audit log and the customer')
    .option('--months <number>', 'refund only so many months of a membership that have not begun', monthsOf)
    .addHelpText('after', '\nThe token needs the role support or owner.')
    .action(async (order: string, { reason, months }: RefundOptions, command: Command) => {
      const context = contextOf(command, env);
      const api = context.api();
      if (months !== undefined) {
        show(context, await refundMonths(api, order, months, reason));
        return;
      }
      const id = await orderIdOf(api, order);
      show(context, await api.post('console_refund_order', `orders/${id}/refund`, { reason }));
    });
  orders
    .command('settle <order>')
    .description('record that the customer got the money of a failed refund in another way')
    .requiredOption('--reason <text>', 'how the customer got the money, for the audit log and the history')
    .option('--refund <number>', 'number of the refund; needed only if the order has several failed refunds')
    .addHelpText(
      'after',
      '\nThe refund is then done and is never requested at the provider again. The token needs the role support or owner.',
    )
    .action(async (order: string, { reason, refund }: SettleOptions, command: Command) => {
      const context = contextOf(command, env);
      const api = context.api();
      const detail = await findOrder(api, order);
      const body = { refund_no: failedRefundOf(detail, refund ?? null), reason };
      show(context, await api.post('console_settle_refund', `orders/${detail.id}/settle_refund`, body));
    });
  orders
    .command('retry <order>')
    .description('retry the failed refunds and dead jobs of an order')
    .action(async (order: string, _options: object, command: Command) => {
      const context = contextOf(command, env);
      const api = context.api();
      const id = await orderIdOf(api, order);
      show(context, await api.post('console_retry_order', `orders/${id}/retry`, undefined));
    });
}
