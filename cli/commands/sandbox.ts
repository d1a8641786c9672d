/** `photokiosk sandbox`: pays or declines an order at the sandbox bank, in place of the customer. */

import { type Command, Option } from 'commander';
import { ApiError, errorOfAnswer } from '../../client/src/api-error.ts';
import { fetchTransport } from '../../client/src/fetch-transport.ts';
import { createPhotokiosk } from '../../client/src/photokiosk.ts';
import { contextOf, type Environment } from '../command-context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';

interface PayOptions {
  readonly outcome: string;
  readonly refund: string;
}

/** @returns the state of the payment. */
async function decide(checkoutUrl: string, body: PayOptions): Promise<unknown> {
  const answer = await fetch(checkoutUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw errorOfAnswer(answer.status, text, (name) => answer.headers.get(name));
  return JSON.parse(text);
}

async function pay(orderNo: string, { outcome, refund }: PayOptions, command: Command, env: Environment) {
  const { address, output } = contextOf(command, env);
  const shop = createPhotokiosk({ baseUrl: address.url, transport: fetchTransport() });
  const { url } = await shop.pay(orderNo, { provider: 'sandbox' }).catch((error: unknown) => {
    const isOther = error instanceof ApiError && error.errors.some(({ pointer }) => pointer === '/provider');
    if (isOther) throw new CommandError(exitCodes.refused, 'The service does not use the sandbox.');
    throw error;
  });
  if (url === undefined) throw new CommandError(exitCodes.refused, 'The service does not use the sandbox.');
  // The URL contains the shop's public address, which this machine may be unable to reach. Its path is used at the
  // given address.
  const checkout = new URL(new URL(url).pathname, address.url).href;
  const bank = await decide(checkout, { outcome, refund });
  const { status, deal_status } = await shop.fetchOrder(orderNo);
  output.result({ order_no: orderNo, outcome, bank, status, deal_status }, [
    `The bank decided: ${outcome}. The order is ${status}/${deal_status}.`,
  ]);
}

export function addSandboxCommands(program: Command, env: Environment): void {
  const sandbox = program.command('sandbox').description('play the customer at the sandbox bank');
  sandbox
    .command('pay <order_no>')
    .description('pay an order of a guest by the sandbox; no real money moves')
    .addOption(
      new Option('--outcome <outcome>', 'what the bank does')
        .choices(['paid', 'declined', 'late', 'twice', 'lost'])
        .default('paid'),
    )
    .addOption(
      new Option('--refund <plan>', 'how a later refund of the payment goes')
        .choices(['done', 'pending', 'failed'])
        .default('done'),
    )
    .addHelpText('after', '\nNeeds the whole order number and no token.')
    .action((orderNo: string, options: PayOptions, command: Command) => pay(orderNo, options, command, env));
}
