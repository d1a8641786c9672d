/** `photokiosk events`: receives webhooks on this machine, and has the service send events again. */

import { once } from 'node:events';
import { type Command, InvalidArgumentError } from 'commander';
import { createWebhookVerifier } from '../../src/webhooks/verify-webhook.ts';
import { contextOf, type Environment } from '../command-context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { openWebhookReceiver, type ReceivedWebhook } from '../webhook-receiver.ts';
import { findOrder, type OrderDetail } from './orders.ts';
import { type ReplayRange, replayRange } from './replay-events.ts';

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly forwardTo?: string;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a whole number up to 65535.');
}

function httpUrl(text: string): string {
  const protocol = URL.parse(text)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return text;
  throw new InvalidArgumentError('An address begins with http:// or https://.');
}

/** The secret is no option, because every user of the machine can read the options of a process. */
function verifierOf({ EVENTS_SECRET: secret }: Environment) {
  if (secret === undefined || secret === '') {
    throw new CommandError(
      exitCodes.usage,
      'Set EVENTS_SECRET to the secret with which the service signs webhooks.',
    );
  }
  try {
    return createWebhookVerifier(secret);
  } catch {
    throw new CommandError(exitCodes.usage, 'EVENTS_SECRET must be whsec_ and at least 24 bytes in base64.');
  }
}

function lineOf(
  { id, type, isValid, why, forwardStatus, event }: ReceivedWebhook,
  isForwarded: boolean,
): string {
  if (!isValid) return `refused  ${id}  ${why}`;
  const data: unknown = typeof event === 'object' && event !== null ? Reflect.get(event, 'data') : null;
  const orderNo: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'order_no') : '';
  const forwarded = isForwarded ? `  → ${forwardStatus ?? 'no response'}` : '';
  return `${type.padEnd(20)}  ${id}  ${orderNo}${forwarded}`;
}

async function listen(options: ListenOptions, command: Command, env: Environment): Promise<void> {
  const { isJson } = contextOf(command, env);
  // Install the handler before the line that reports the address, because a program that reads this line may end the
  // command at once.
  const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
  const forwardTo = options.forwardTo ?? null;
  const receiver = await openWebhookReceiver({
    host: options.host,
    port: options.port,
    forwardTo,
    verify: verifierOf(env),
    // One JSON document per line, so that a script can read the events as they arrive.
    onEvent: (received) =>
      console.log(isJson ? JSON.stringify(received) : lineOf(received, forwardTo !== null)),
  }).catch((error: unknown) => {
    if (error instanceof CommandError) throw error;
    throw new CommandError(exitCodes.usage, error instanceof Error ? error.message : String(error));
  });
  // To standard error, so that standard output contains only events.
  console.error(`Listening on ${receiver.url} (EVENTS_URL of the service). Ctrl-C ends.`);
  await ended;
  await receiver.close();
}

interface ReplayOptions extends ReplayRange {
  readonly event?: string;
  readonly all?: boolean;
}

function chosenEvents({ events }: OrderDetail, { event, all }: ReplayOptions) {
  if (event === undefined) return events.filter((one) => all === true || one.delivered_at === null);
  const found = events.filter((one) => one.event_id === event);
  if (found.length > 0) return found;
  throw new CommandError(exitCodes.notFound, `The order has no event ${event}.`);
}

async function replay(
  order: string | undefined,
  options: ReplayOptions,
  command: Command,
  env: Environment,
): Promise<void> {
  const { api: open, output } = contextOf(command, env);
  const api = open();
  const { from, to, type, forwardTo } = options;
  const isOfRange = [from, to, type, forwardTo].some((option) => option !== undefined);
  if (order === undefined) {
    if (from === undefined) throw new CommandError(exitCodes.usage, 'Name an order, or a time: --from.');
    return replayRange(api, options, env, output);
  }
  if (isOfRange) {
    throw new CommandError(exitCodes.usage, '--from, --to, --type and --forward-to are for all orders.');
  }
  const detail = await findOrder(api, order);
  const chosen = chosenEvents(detail, options);
  for (const { event_id } of chosen) {
    await api.post('console_resend_event', `orders/${detail.id}/resend_event`, { event_id });
  }
  const events = chosen.map(({ event_id, type }) => ({ event_id, type }));
  output.result({ order_id: detail.id, events }, [
    ...events.map(({ event_id, type }) => `${type.padEnd(20)}  ${event_id}`),
    `The service sends ${events.length} of ${detail.events.length} events again.`,
  ]);
}

export function addEventCommands(program: Command, env: Environment): void {
  const events = program
    .command('events')
    .description('receive webhooks on this machine, and send them again');
  events
    .command('listen')
    .description('print webhooks as they arrive, verify them, and forward them')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 chooses a free port', portOf, 8081)
    .option('--forward-to <address>', 'post each valid event to this address, with its signature', httpUrl)
    .addHelpText(
      'after',
      '\nReads the secret from EVENTS_SECRET. Start the service with the same EVENTS_SECRET and with\nEVENTS_URL=http://127.0.0.1:8081/ EVENTS_PRIVATE_ADDRESSES=allow.\nThe service receives the status of the forwarded call, and retries after any other than 2xx.',
    )
    .action((options: ListenOptions, command: Command) => listen(options, command, env));
  events
    .command('replay [order]')
    .description('send the undelivered webhooks of an order again, or the events of a time to this machine')
    .option('--all', 'also send delivered events')
    .option('--event <id>', 'send only this event')
    .option('--from <time>', 'without an order: the events since this time, in UTC')
    .option('--to <time>', 'without an order: the events before this time, in UTC')
    .option('--type <type>', 'without an order: only events of this type')
    .option('--forward-to <address>', 'without an order: post the events to this address', httpUrl)
    .addHelpText(
      'after',
      '\nWith an order, the service sends the events to its endpoints again.\nWithout an order, this command reads the stored events, prints them, and posts them to --forward-to,\noldest first and signed with EVENTS_SECRET. It exits with 1 if one of them is refused.',
    )
    .action((order: string | undefined, options: ReplayOptions, command: Command) =>
      replay(order, options, command, env),
    );
}
