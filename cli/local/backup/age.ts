/**
 * Encrypts and decrypts files in the format of age (https://age-encryption.org/v1), in bounded memory. Every program
 * for age reads these files.
 */

import { hkdfSync, webcrypto } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { ArgumentError, unusableFile } from '../argument-error.ts';

export type Identity = Parameters<Decrypter['addIdentity']>[0];

/** No identity that was given opens the file. */
export class WrongIdentity extends Error {}

/** @throws StartError when a recipient is not one of age. */
export function encrypterTo(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      throw new ArgumentError(
        `${recipient} is not a recipient of age: use the text that begins with age1, which "photokiosk backup key" prints.`,
        { cause },
      );
    }
  }
  return encrypter;
}

/** Replaces a local file by its encrypted form. */
export async function encryptFile(encrypter: Encrypter, file: string): Promise<void> {
  await replace(file, async (source) => encrypter.encrypt(source));
}

/** Replaces a local file by its content. @throws WrongIdentity, or Error when the file is damaged or cut. */
export async function decryptFile(identities: readonly Identity[], file: string): Promise<void> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    await replace(file, async (source) => decrypter.decrypt(source));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no identity matched')) {
      throw new WrongIdentity('no identity opens the file', { cause: error });
    }
    throw error;
  }
}

type ByteStream = ReadableStream<Uint8Array>;

async function replace(file: string, change: (source: ByteStream) => Promise<ByteStream>): Promise<void> {
  const part = `${file}.changed`;
  try {
    const changed = await change(Readable.toWeb(createReadStream(file)));
    await pipeline(Readable.fromWeb(changed), createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Reads the identities of a file of `age-keygen`: one on each line; `#` begins a comment. @throws StartError */
export function readIdentities(file: string): readonly string[] {
  const identities = textOf(file)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isUsable = identities.every((line) => {
    try {
      new Decrypter().addIdentity(line);
      return true;
    } catch {
      return false;
    }
  });
  if (identities.length > 0 && isUsable) return identities;
  throw new ArgumentError(
    `${file} is not an identity file of age: each of its lines begins with AGE-SECRET-KEY-. A file that a passphrase protects must be decrypted first: age --decrypt.`,
  );
}

function textOf(identityFile: string): string {
  try {
    return readFileSync(identityFile, 'utf8');
  } catch (cause) {
    throw unusableFile(cause, `${identityFile} cannot be read`, 'name the file of the identity');
  }
}

/** PKCS #8 of an X25519 key (RFC 8410), without the 32 bytes of the key. */
const privateKeyHead = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** @returns the identity that this machine has for itself, made from a secret key of the service. */
export function machineIdentity(secretKey: string): Promise<webcrypto.CryptoKey> {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'photokiosk backup manifest', 32));
  const key = Buffer.concat([privateKeyHead, seed]);
  return webcrypto.subtle.importKey('pkcs8', key, { name: 'X25519' }, false, ['deriveBits']);
}

export async function recipientOf(identity: string | webcrypto.CryptoKey): Promise<string> {
  return identityToRecipient(identity);
}
