/** `photokiosk files`: moves the stored files between the folder and an object store. */

import type { Command } from 'commander';
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

export function addFileCommands(program: Command, env: Environment): void {
  program
    .command('files')
    .description('move the stored files to another place')
    .command('move')
    .description('move all files from STORAGE_FORMER_URL to STORAGE_URL, while the service runs')
    .addHelpText(
      'after',
      '\nRun it with the environment variables of the service and in its working folder. If it is interrupted, run it again on the same machine.',
    )
    .action((_options: object, command: Command) => move(command, env));
}
