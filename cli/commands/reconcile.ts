/** `photokiosk reconcile`: has the providers' bills of one day fetched and compared, and shows the differences. */

import { type Command, InvalidArgumentError } from 'commander';
import { ApiError } from '../../client/src/api-error.ts';
import type { AdminApi, Answer } from '../admin-api.ts';
import { contextOf, type Environment } from '../command-context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { amountText } from '../format-amount.ts';
import { table } from '../output.ts';

type Bill = Answer<'console_list_bills'>['bills'][number];
type Difference = Answer<'console_list_differences'>['differences'][number];

interface ReconcileOptions {
  readonly provider?: string;
  readonly wait: number;
}

const pollMs = 1000;
const pageSize = 100;

function dayOf(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (isDay) return text;
  throw new InvalidArgumentError('A day is written YYYY-MM-DD.');
}

function secondsOf(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A time is a whole number of seconds up to 9999.');
}

async function billsOf(api: AdminApi, day: string, provider: string | undefined): Promise<Bill[]> {
  const { bills } = await api.get('console_list_bills', 'reconciliation/bills', { from: day, to: day });
  return bills.filter((bill) => provider === undefined || bill.provider === provider);
}

const dayMs = 24 * 60 * 60_000;

/** Whether the day may still go on in some time zone. The last zone ends a day twelve hours after UTC. */
function mayGoOn(day: string): boolean {
  return Date.parse(day) + 1.5 * dayMs > Date.now();
}

/** The providers whose bills the service fetched in the last days. The bill of a day is listed only after the day. */
async function recentProviders(api: AdminApi): Promise<string[]> {
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
  const { bills } = await api.get('console_list_bills', 'reconciliation/bills', {
    from: daysAgo(3),
    to: daysAgo(0),
  });
  return bills.map(({ provider }) => provider);
}

/** The service knows the days of the last 30 days. An older day is known once its bill was fetched. */
async function providersOf(
  api: AdminApi,
  day: string,
  bills: readonly Bill[],
  { provider }: ReconcileOptions,
): Promise<readonly string[]> {
  if (provider !== undefined) return [provider];
  const recent = mayGoOn(day) ? await recentProviders(api) : [];
  const providers = new Set([...bills.map((bill) => bill.provider), ...recent]);
  if (providers.size > 0) return [...providers];
  throw new CommandError(
    exitCodes.usage,
    'The service has no bill of this day. Name the provider: --provider.',
  );
}

/** A bill that is fetched again is `waiting` until the worker has asked the provider. */
function isAnswered(bill: Bill, before: Bill | undefined): boolean {
  if (bill.state === 'waiting') return bill.tries > (before?.tries ?? 0);
  return bill.state !== 'fetched';
}

/** @returns the providers for which the day has not ended. @throws CommandError if it has ended for none. */
async function fetchBills(api: AdminApi, day: string, providers: readonly string[]): Promise<string[]> {
  const waiting: string[] = [];
  for (const provider of providers) {
    try {
      await api.post('console_fetch_bill', 'reconciliation/bills/fetch', { provider, day });
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'day_not_ended') throw error;
      waiting.push(provider);
    }
  }
  if (waiting.length < providers.length) return waiting;
  throw new CommandError(
    exitCodes.unreachable,
    'This day has not ended; its bill does not exist yet. The days of bills are in the time zone of the provider.',
  );
}

async function waitForAnswers(
  api: AdminApi,
  day: string,
  before: readonly Bill[],
  providers: readonly string[],
  options: ReconcileOptions,
): Promise<Bill[]> {
  const endAt = Date.now() + options.wait * 1000;
  for (;;) {
    const bills = await billsOf(api, day, options.provider);
    const answered = bills.filter((bill) =>
      isAnswered(
        bill,
        before.find(({ provider }) => provider === bill.provider),
      ),
    );
    if (answered.length >= providers.length || Date.now() >= endAt) return bills;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function openDifferences(
  api: AdminApi,
  day: string,
  providers: readonly string[],
): Promise<Difference[]> {
  const found: Difference[] = [];
  let before: string | undefined;
  do {
    const page = await api.get('console_list_differences', 'reconciliation/differences', {
      state: 'open',
      limit: pageSize,
      ...(before === undefined ? {} : { before }),
    });
    found.push(...page.differences.filter((one) => one.day === day && providers.includes(one.provider)));
    before = page.before ?? undefined;
  } while (before !== undefined);
  return found;
}

function billLines(bill: Bill): string[] {
  const head = [bill.provider, bill.day, bill.state].join('  ');
  const why = bill.last_error === null ? [] : [`  ${bill.last_error}`];
  const sums = bill.totals.map(({ currency, payments, payments_count, refunds, refunds_count, fees }) =>
    [
      `  ${payments_count} payments ${amountText(payments, currency)}`,
      `${refunds_count} refunds ${amountText(refunds, currency)}`,
      fees === null ? 'no fees in the bill' : `fees ${amountText(fees, currency)}`,
    ].join(', '),
  );
  const foreign = bill.foreign_rows === 0 ? [] : [`  ${bill.foreign_rows} rows of other systems`];
  return [head, ...why, ...sums, ...foreign];
}

function side(minor: number | null, currency: string | null, state: string | null): string {
  return minor === null || currency === null ? '–' : `${amountText(minor, currency)} ${state ?? ''}`.trim();
}

function differenceLines(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return ['No open differences.'];
  const rows = differences.map((one) => [
    String(one.id),
    one.provider,
    one.kind,
    one.number,
    one.type,
    side(one.billed_amount, one.billed_currency, one.billed_state),
    side(one.own_amount, one.own_currency, one.own_state),
    one.remedy,
  ]);
  const head = ['id', 'provider', 'kind', 'number', 'difference', 'bill', 'service', 'remedy'];
  return [...table([head, ...rows]), `${differences.length} open differences.`];
}

async function reconcile(day: string, options: ReconcileOptions, command: Command, env: Environment) {
  const { api: open, output } = contextOf(command, env);
  const api = open();
  const before = await billsOf(api, day, options.provider);
  const providers = await providersOf(api, day, before, options);
  const notEnded = await fetchBills(api, day, providers);
  const ended = providers.filter((provider) => !notEnded.includes(provider));
  const bills = await waitForAnswers(api, day, before, ended, options);
  const differences = await openDifferences(api, day, providers);
  const incomplete = bills.filter(({ state }) => state !== 'compared').map(({ provider }) => provider);
  const missing = [...incomplete, ...notEnded];
  output.result({ day, bills, differences, missing }, [
    ...bills.flatMap(billLines),
    '',
    ...differenceLines(differences),
    ...(missing.length === 0 ? [] : [`No compared bill of ${missing.join(', ')} yet.`]),
  ]);
  if (differences.length > 0) process.exitCode = exitCodes.refused;
  else if (missing.length > 0) process.exitCode = exitCodes.unreachable;
}

export function addReconcileCommand(program: Command, env: Environment): void {
  program
    .command('reconcile')
    .argument('<day>', 'day of the bills, YYYY-MM-DD in the zone of each provider', dayOf)
    .description('fetch the providers’ bills of a day, compare them, and show the open differences')
    .option('--provider <name>', 'only this provider')
    .option('--wait <seconds>', 'how long to wait for the bills', secondsOf, 60)
    .addHelpText(
      'after',
      '\nExits with 1 if differences of the day are open, and with 5 if a bill does not exist yet.\nThe token needs the role support or owner. The console resolves differences under Reconciliation.',
    )
    .action((day: string, options: ReconcileOptions, command: Command) =>
      reconcile(day, options, command, env),
    );
}
