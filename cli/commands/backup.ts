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

interface CreateOptions {
  readonly keep: number;
  readonly encryptTo: readonly string[];
}

interface Chosen {
  readonly name?: string;
  readonly identity?: string;
}

const placeHelp =
  'a folder, or a bucket: s3://bucket/prefix?endpoint=…&region=… (and profile=… of AWS’s credentials file)';

function withChoice(command: Command): Command {
  return command
    .argument('<place>', placeHelp)
    .option('--name <backup>', 'the backup (default: the newest complete one)')
    .option('--identity <file>', 'the file with the identity that opens encrypted backups');
}

export function addBackupCommands(program: Command, env: Environment): void {
  const backup = program.command('backup').description('back up the database and the stored files');
  backup
    .command('create', { isDefault: true })
    .description('add a backup to a folder or a bucket, while the service runs')
    .argument('<place>', placeHelp)
    .option('--keep <number>', 'how many complete backups stay', wholeNumber, keepDefault)
    .option(
      '--encrypt-to <recipient>',
      'encrypt to this public key of age; may be repeated',
      (recipient: string, others: readonly string[]) => [...others, recipient],
      [],
    )
    .action(async (place: string, { keep, encryptTo }: CreateOptions, command: Command) => {
      const { output } = contextOf(command, env);
      const { backUp } = await import('../local/backup/back-up.ts');
      const outcome = await runLocally(() => backUp(env, process.cwd(), { place, keep, encryptTo }));
      output.result(outcome, [
        `The backup ${outcome.name} is complete: the database and ${outcome.files} files, ${outcome.copied} of them new.`,
        'It does not contain the secret keys. Keep a copy of them in another place.',
      ]);
    });
  withChoice(backup.command('verify'))
    .description('restore a backup into a scratch folder or database and audit it')
    .action(async (place: string, chosen: Chosen, command: Command) => {
      const { output } = contextOf(command, env);
      const { verifyBackup } = await import('../local/backup/restore-backup.ts');
      const outcome = await runLocally(() => verifyBackup(env, process.cwd(), { ...chosen, place }));
      output.result(outcome, [
        `The backup ${outcome.name} is sound: ${outcome.orders} orders and ${outcome.files} files, and the audit found no problem.`,
      ]);
    });
  backup
    .command('key')
    .description(
      'make a key pair for encrypted backups: the secret identity in the file, the recipient printed',
    )
    .argument('<file>', 'a file that does not exist yet')
    .action(async (file: string, _options: object, command: Command) => {
      const { output } = contextOf(command, env);
      const { makeIdentity } = await import('../local/backup/make-identity.ts');
      const recipient = await runLocally(() => makeIdentity(process.cwd(), file));
      output.result({ recipient }, [
        recipient,
        'Back up with --encrypt-to and this recipient. Keep the file on another machine: without it, no encrypted backup can be restored.',
      ]);
    });
  withChoice(program.command('restore'))
    .description('restore a backup into an empty data folder and database')
    .action(async (place: string, chosen: Chosen, command: Command) => {
      const { output } = contextOf(command, env);
      const { restoreBackup } = await import('../local/backup/restore-backup.ts');
      const outcome = await runLocally(() => restoreBackup(env, process.cwd(), { ...chosen, place }));
      output.result(outcome, [
        `The backup ${outcome.name} is restored: ${outcome.orders} orders and ${outcome.files} files, and the audit found no problem.`,
        'Put secret.key into the data folder, and start the service.',
      ]);
    });
}
