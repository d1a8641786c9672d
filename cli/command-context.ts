/** What every command needs: the options that all commands share, and the environment. */

import type { Command } from 'commander';
import { type AdminApi, createAdminApi, type ServiceAddress } from './admin-api.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import { createOutput, type Output } from './output.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface CommandContext {
  readonly env: Environment;
  readonly output: Output;
  readonly isJson: boolean;
  readonly address: ServiceAddress;
  /** @throws CommandError when no token is set. */
  api(): AdminApi;
}

export const urlDefault = 'http://127.0.0.1:8080';

/** Adds the options that every command has. */
export function withSharedOptions(command: Command): Command {
  return command
    .option('--url <address>', `address of the service (default: PHOTOKIOSK_URL, or ${urlDefault})`)
    .option('--plain-http', 'send the token without encryption over a network')
    .option('--json', 'print JSON for scripts');
}

function serviceUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:'))
    return text.replace(/\/+$/, '');
  throw new CommandError(
    exitCodes.usage,
    `The address of the service must begin with http:// or https://, not "${text}".`,
  );
}

export function contextOf(command: Command, env: Environment): CommandContext {
  const options: { readonly url?: string; readonly plainHttp?: boolean; readonly json?: boolean } =
    command.optsWithGlobals();
  const address = {
    url: serviceUrl(options.url ?? (env.PHOTOKIOSK_URL || urlDefault)),
    token: env.PHOTOKIOSK_TOKEN || null,
    isPlainHttpAllowed: options.plainHttp === true,
  };
  const isJson = options.json === true;
  return { env, isJson, address, output: createOutput(isJson), api: () => createAdminApi(address) };
}
