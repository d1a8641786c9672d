/**
 * `photokiosk files`: moves the stored files between the folder and an object store, and removes files without a row in
 * the database.
 */

import { type Command, InvalidArgumentError } from 'commander';
import { contextOf, type Environment } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import { runLocally } from '../local-command.ts';

/** A line of progress is printed after this many files. */
const reportEvery = 1_000;

async function move(command: Command, env: Environment): Promise<void> {
  const { output, isJson } = contextOf(command, env);
  let reported = 0;
  const { moveStoredFiles } = await import('../local/move-stored-files.ts');
  const { files, different } = await runLocally(() =>
    moveStoredFiles(env, process.cwd(), (moved) => {
      if (isJson || moved - reported < reportEvery) return;
      reported = moved;
      console.log(`${moved} files have moved`);
    }),
  );
  output.result({ files, different }, [
    ...different.map((key) => `${key} differs between the two stores; both files stay.`),
    `${files} files have moved.`,
    ...(different.length === 0
      ? ['Remove STORAGE_FORMER_URL from every process and restart them one after another.']
      : []),
  ]);
  if (different.length > 0) process.exitCode = exitCodes.refused;
}

function count(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use the number of files that the command printed without --remove.');
}

async function orphans({ remove }: { readonly remove?: number }, command: Command, env: Environment) {
  const { output } = contextOf(command, env);
  const { orphanedFiles } = await import('../local/orphaned-files.ts');
  const found = await runLocally(() => orphanedFiles(env, process.cwd(), remove ?? null));
  const sentence = `${found.orphans} of ${found.files} photos and pictures have no row in the database (${found.sizeBytes} bytes).`;
  const advice = `To remove them: photokiosk files orphans --remove ${found.orphans}`;
  output.result(found, [
    sentence,
    ...(found.removed > 0 ? [`${found.removed} files are removed.`] : []),
    ...(remove === undefined && found.orphans > 0 ? [advice] : []),
  ]);
}

export function addFileCommands(program: Command, env: Environment): void {
  const files = program
    .command('files')
    .description('move the stored files to another place, or remove files without a row');
  files
    .command('orphans')
    .description('count the photos and pictures that no row of the database refers to, and remove them')
    .option('--remove <count>', 'remove them if there are exactly so many', count)
    .addHelpText(
      'after',
      '\nRun it with the environment variables of the service and in its working folder, for example after a recovery of the database to an earlier moment. Files of the last 24 hours do not count.',
    )
    .action((options: { remove?: number }, command: Command) => orphans(options, command, env));
  files
    .command('move')
    .description('move all files from STORAGE_FORMER_URL to STORAGE_URL, while the service runs')
    .addHelpText(
      'after',
      '\nRun it with the environment variables of the service and in its working folder. If it is interrupted, run it again on the same machine.',
    )
    .action((_options: object, command: Command) => move(command, env));
}
