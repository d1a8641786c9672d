/** `photokiosk database copy`: moves a shop from SQLite to PostgreSQL, or back. */

import { type Command, Option } from 'commander';
import { contextOf, type Environment } from '../command-context.ts';
import type { CopyDirection, DatabaseCopy } from '../local/copy-database.ts';
import { runLocally } from '../local-command.ts';

const advice: Readonly<Record<CopyDirection, string>> = {
  postgres:
    'Start the service with DATABASE_URL. The SQLite database stays as it was; keep it until the shop runs.',
  sqlite:
    'Start the service without DATABASE_URL. The PostgreSQL database stays as it was; keep it until the shop runs.',
};

async function copy(
  { to }: { readonly to: CopyDirection },
  command: Command,
  env: Environment,
): Promise<void> {
  const { output } = contextOf(command, env);
  const { copyDatabase } = await import('../local/copy-database.ts');
  const copied = await runLocally(() => copyDatabase(env, process.cwd(), to));
  output.result(copied, [
    `The copy has ${copied.rows} rows with ${copied.orders} orders, and is equal to the original. ${verdictOn(copied)}`,
    advice[to],
  ]);
}

function verdictOn({ problems }: DatabaseCopy): string {
  const [first] = problems;
  if (first === undefined) return 'It passes the audit.';
  return `The audit finds the same problems in both (${problems.length}). The first: ${first}`;
}

export function addDatabaseCommands(program: Command, env: Environment): void {
  program
    .command('database')
    .description('copy the database from SQLite to PostgreSQL, or back')
    .command('copy')
    .description('copy all rows into an empty database, while no process of the shop runs')
    .addOption(
      new Option('--to <database>', 'the database that is filled')
        .choices(['postgres', 'sqlite'])
        .makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      '\nRun it in the working folder of the service and with its environment variables, and with DATABASE_URL in both directions. If it is interrupted, empty the target and run it again.',
    )
    .action((options: { to: CopyDirection }, command: Command) => copy(options, command, env));
}
