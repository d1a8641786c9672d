/** `photokiosk doctor`: checks the configuration, the machine, the mail server, the payment providers and the service. */

import type { Command } from 'commander';
import { contextOf, type Environment } from '../command-context.ts';
import type { CheckResult } from '../doctor/check.ts';
import { serviceChecks } from '../doctor/service-checks.ts';
import { exitCodes } from '../exit-codes.ts';
import { table } from '../output.ts';

/** The local checks import half of the service, so other commands do not load them. */
async function checksOfThisMachine(env: Environment): Promise<CheckResult[]> {
  const { localChecks } = await import('../doctor/local-checks.ts');
  return localChecks(env, process.cwd());
}

async function examine(options: { readonly local?: boolean }, command: Command, env: Environment) {
  const context = contextOf(command, env);
  const local = options.local === false ? [] : await checksOfThisMachine(env);
  const checks = [...local, ...(await serviceChecks(context))];
  const failures = checks.filter(({ state }) => state === 'failed').length;
  context.output.result({ ok: failures === 0, checks }, [
    ...table(checks.map(({ name, state, detail }) => [state, name, detail])),
    failures === 0 ? 'No faults.' : `${failures} faults.`,
  ]);
  if (failures > 0) process.exitCode = exitCodes.refused;
}

export function addDoctorCommand(program: Command, env: Environment): void {
  program
    .command('doctor')
    .description(
      'check configuration, keys, clocks, storage, mail server, database, payment providers and the service',
    )
    .option('--no-local', 'check only the running service, not the configuration of this machine')
    .addHelpText(
      'after',
      '\nRun it with the environment variables of the service and in its working folder. It changes nothing.\nEach payment provider gets one signed call that moves no money. The mail server gets a sign-in and no e-mail.',
    )
    .action((options: { readonly local?: boolean }, command: Command) => examine(options, command, env));
}
