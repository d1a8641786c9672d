/** Explains a failed start in one sentence, if the operator can correct the cause. */

import { ConfigError } from '../config.ts';
import { StartError } from '../domain/start-error.ts';
import { brokenLinkIn } from '../files/broken-link.ts';

/** @returns null for an error of the program, which needs its stack trace. */
export function startFailure(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return null;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null;
  return path === null ? listenFailure(error) : pathFailure(error.code, path);
}

function pathFailure(code: unknown, path: string): string | null {
  switch (code) {
    case 'ENOENT':
      return brokenLinkFailure(path);
    case 'EACCES':
    case 'EPERM':
      return `This process may not use ${path}: give its system user the right to read and write there.`;
    case 'EROFS':
      return `${path} is on a file system that is read-only: set DATA_DIR to a folder that can be written.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no space left for ${path}: free space on the disk.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return brokenLinkFailure(path) ?? `${path} is not a folder: set DATA_DIR to a folder.`;
    case 'EISDIR':
      return `${path} is a folder where a file is expected: set DATA_DIR to the data folder of the service.`;
    default:
      return null;
  }
}

/** @returns null if there is no such link. */
function brokenLinkFailure(path: string): string | null {
  const link = brokenLinkIn(path);
  if (link === null) return null;
  return `${link} is a link to a folder that does not exist: mount the disk or correct DATA_DIR.`;
}

function listenFailure(error: Error & { readonly code?: unknown }): string | null {
  const address = 'address' in error && typeof error.address === 'string' ? error.address : 'HOST';
  const port = 'port' in error && typeof error.port === 'number' ? error.port : 'of PORT';
  switch (error.code) {
    case 'EADDRINUSE':
      return `The port ${port} on ${address} is in use: stop the other program, or set PORT to another port.`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${address}: set HOST to one of its addresses.`;
    case 'EACCES':
      return `This process may not listen on the port ${port}: set PORT to 1024 or higher.`;
    case 'ENOTFOUND':
      return `The name in HOST has no address: set HOST to an address of this machine.`;
    default:
      return null;
  }
}
