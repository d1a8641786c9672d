/** The command-line tool for operators (docs/cli.md). It talks to the admin API; `doctor`, `files`, `backup` and `database` work on this machine. */

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { withSharedOptions } from './command-context.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addDatabaseCommands } from './commands/database.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEraseCommands } from './commands/erase.ts';
import { addEventCommands } from './commands/events.ts';
import { addFileCommands } from './commands/files.ts';
import { addGoodsCommands } from './commands/goods.ts';
import { addOrderCommands } from './commands/orders.ts';
import { addReconcileCommand } from './commands/reconcile.ts';
import { addSandboxCommands } from './commands/sandbox.ts';
import { exitCodeOf } from './exit-codes.ts';
import { printError } from './output.ts';

const help = `
Environment:
  PHOTOKIOSK_URL    address of the service
  PHOTOKIOSK_TOKEN  API token of an operator, made in the console under My account

Exit codes:
  0  done
  1  the service refused, a command failed, doctor found a fault, or differences are open
  2  wrong argument, option, environment variable or file
  3  the token is missing, wrong, or has too few permissions
  4  not found
  5  no response, or the service is busy; try again
  70 an error of this program`;

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return String(Reflect.get(JSON.parse(readFileSync(file, 'utf8')), 'version'));
}

function createProgram(): Command {
  // Subcommands inherit these settings, so they come first.
  const program = withSharedOptions(new Command('photokiosk'))
    .description('Operates a Photokiosk service.')
    .version(version())
    .showHelpAfterError('(photokiosk --help explains the commands)')
    .addHelpText('after', help)
    .exitOverride();
  addDoctorCommand(program, process.env);
  addOrderCommands(program, process.env);
  addEraseCommands(program, process.env);
  addGoodsCommands(program, process.env);
  addEventCommands(program, process.env);
  addReconcileCommand(program, process.env);
  addSandboxCommands(program, process.env);
  addFileCommands(program, process.env);
  addBackupCommands(program, process.env);
  addDatabaseCommands(program, process.env);
  return program;
}

const isJson = process.argv.includes('--json');
try {
  await createProgram().parseAsync();
} catch (error) {
  // Commander has printed its own errors and the help.
  if (!(error instanceof CommanderError)) printError(error, isJson);
  process.exitCode = exitCodeOf(error);
}
