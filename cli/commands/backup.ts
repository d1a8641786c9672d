/** `photokiosk backup` and `photokiosk restore`: copies of the database and the stored files. */

import { type Command, InvalidArgumentError } from 'commander';
import { contextOf, type Environment } from '../command-context.ts';
import { runLocally } from '../local-command.ts';

const keepDefault = 7;
const keepMax = 10_000;

function wholeNumber(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= keepMax) return value;
  throw new InvalidArgumentError(`Use a whole number from 1 to ${keepMax}.`);
}

interface Chosen {
  readonly name?: string;
}

export function addBackupCommands(program: Command, env: Environment): void {
  const backup = program.command('backup').description('back up the database and the stored files');
  backup
    .command('create <folder>', { isDefault: true })
    .description('add a backup to the folder, while the service runs')
    .option('--keep <number>', 'how many complete backups stay', wholeNumber, keepDefault)
    .action(async (folder: string, { keep }: { readonly keep: number }, command: Command) => {
      const { output } = contextOf(command, env);
      const { backUp } = await import('../local/back-up.ts');
      const outcome = await runLocally(() => backUp(env, process.cwd(), { folder, keep }));
      output.result(outcome, [
        `The backup ${outcome.name} is complete: the database and ${outcome.files} files, ${outcome.copied} of them new.`,
        'It does not contain the secret keys. Keep a copy of them in another place.',
      ]);
    });
  backup
    .command('verify <folder>')
    .description('restore a backup into a scratch folder or database and audit it')
    .option('--name <backup>', 'the backup (default: the newest complete one)')
    .action(async (folder: string, { name }: Chosen, command: Command) => {
      const { output } = contextOf(command, env);
      const { verifyBackup } = await import('../local/restore-backup.ts');
      const outcome = await runLocally(() => verifyBackup(env, process.cwd(), { folder, name }));
      output.result(outcome, [
        `The backup ${outcome.name} is sound: ${outcome.orders} orders and ${outcome.files} files, and the audit found no problem.`,
      ]);
    });
  program
    .command('restore <folder>')
    .description('restore a backup into an empty data folder and database')
    .option('--name <backup>', 'the backup (default: the newest complete one)')
    .action(async (folder: string, { name }: Chosen, command: Command) => {
      const { output } = contextOf(command, env);
      const { restoreBackup } = await import('../local/restore-backup.ts');
      const outcome = await runLocally(() => restoreBackup(env, process.cwd(), { folder, name }));
      output.result(outcome, [
        `The backup ${outcome.name} is restored: ${outcome.orders} orders and ${outcome.files} files, and the audit found no problem.`,
        'Put secret.key into the data folder, and start the service.',
      ]);
    });
}
