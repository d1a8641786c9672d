/** `photokiosk erase`: erases a customer with all orders, or one order. */

import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { AdminApi, Answer } from '../admin-api.ts';
import { contextOf, type Environment } from '../command-context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { orderIdOf } from './orders.ts';

type Preview = Answer<'console_preview_user_erasure'>;
type Outcome = Answer<'console_erase_user'>;

interface EraseOptions {
  readonly yes?: boolean;
}

/** The customer or order to erase, and the API calls that preview and perform the erasure. */
interface Target {
  readonly name: string;
  preview(): Promise<Preview>;
  erase(): Promise<Outcome>;
}

function userIdOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Name the customer by the number that the console shows.');
}

function userTarget(api: AdminApi, id: number): Target {
  return {
    name: `customer ${id}`,
    preview: () => api.get('console_preview_user_erasure', `users/${id}/erasure`),
    erase: () => api.post('console_erase_user', `users/${id}/erase`, undefined),
  };
}

async function orderTarget(api: AdminApi, order: string): Promise<Target> {
  const id = await orderIdOf(api, order);
  return {
    name: `order ${id}`,
    preview: () => api.get('console_preview_order_erasure', `orders/${id}/erasure`),
    erase: () => api.post('console_erase_order', `orders/${id}/erase`, undefined),
  };
}

function countOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** Asks for confirmation at the terminal. @throws CommandError without a terminal or without the answer "yes". */
async function confirm(target: Target): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError(exitCodes.usage, 'Confirm the erasure with --yes.');
  const { orders } = await target.preview();
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `Erase ${target.name} (${countOf(orders, 'order')})? This cannot be undone. Type yes: `;
    if ((await prompt.question(question)).trim() === 'yes') return;
  } finally {
    prompt.close();
  }
  throw new CommandError(exitCodes.usage, 'Nothing was erased.');
}

async function run(target: Target, { yes }: EraseOptions, command: Command, env: Environment): Promise<void> {
  if (yes !== true) await confirm(target);
  const outcome = await target.erase();
  const { orders, photos, results } = outcome;
  contextOf(command, env).output.result(outcome, [
    `Erased ${target.name}: ${countOf(orders, 'order')}, ${countOf(photos, 'photo')}, ${countOf(results, 'picture')}.`,
    'Make a backup now, so that your backups contain the tombstone of this erasure.',
  ]);
}

export function addEraseCommands(program: Command, env: Environment): void {
  const erase = program
    .command('erase')
    .description('erase a customer or an order: pictures, names and texts; amounts stay')
    .addHelpText('after', '\nThe token needs the role owner. An erasure cannot be undone.');
  erase
    .command('user')
    .argument('<number>', 'the number that the console shows', userIdOf)
    .description('erase a customer with all orders')
    .option('--yes', 'do not ask for confirmation')
    .action((id: number, options: EraseOptions, command: Command) =>
      run(userTarget(contextOf(command, env).api(), id), options, command, env),
    );
  erase
    .command('order <order>')
    .description('erase one order; the other orders of its customer stay')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', '\n<order> is the id of the console, or the order number.')
    .action(async (order: string, options: EraseOptions, command: Command) =>
      run(await orderTarget(contextOf(command, env).api(), order), options, command, env),
    );
}
