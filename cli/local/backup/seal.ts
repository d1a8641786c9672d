/**
 * How the objects of a place are stored: as they are, or encrypted. In an encrypted place, the names of the objects
 * are keyed hashes, so that they reveal nothing (`object-names.ts`). The database and the files are encrypted to the operator's recipients only.
 * The manifest has one more recipient, this machine, because an incremental backup must know what earlier backups have;
 * it contains random keys of files and hashes, and no picture and no name.
 */

import { StartError } from '../../../src/domain/start-error.ts';
import type { SecretKeys } from '../../../src/main/secret-key.ts';
import {
  decryptFile,
  encrypterTo,
  encryptFile,
  type Identity,
  machineIdentity,
  readIdentities,
  recipientOf,
} from './age.ts';

export interface Seal {
  /** The end of the names of encrypted objects. */
  readonly ending: '' | '.age';
  /** Replaces a local file by what is stored. */
  close(file: string, what: 'content' | 'manifest'): Promise<void>;
  /** Replaces a local file that was fetched by its content. @throws WrongIdentity, or Error when it is damaged. */
  open(file: string): Promise<void>;
}

export const noSeal: Seal = { ending: '', close: async () => {}, open: async () => {} };

/** Encrypts to the recipients. It opens manifests of this machine only. @throws StartError */
export async function sealFor(recipients: readonly string[], secretKeys: SecretKeys): Promise<Seal> {
  const own = await Promise.all(secretKeys.map(machineIdentity));
  const ownRecipients = await Promise.all(own.slice(0, 1).map(recipientOf));
  const content = encrypterTo(recipients);
  const manifest = encrypterTo([...recipients, ...ownRecipients]);
  return {
    ending: '.age',
    close: (file, what) => encryptFile(what === 'manifest' ? manifest : content, file),
    open: (file) => decryptFile(own, file),
  };
}

/** Opens what the identities of a file can open. @throws StartError */
export function sealOpenedBy(identityFile: string): Seal {
  const identities: readonly Identity[] = readIdentities(identityFile);
  return {
    ending: '.age',
    close: () => Promise.reject(new StartError('An identity can only open backups, not make them.')),
    open: (file) => decryptFile(identities, file),
  };
}
