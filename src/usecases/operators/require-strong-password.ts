/**
 * The rules for an operator's new password: at least 12 characters, none of the common ones, and not mainly words of
 * the service (OWASP ASVS 5.0, 6.2.1, 6.2.4 and 6.2.11). Older passwords that break a rule stay valid, and the
 * console asks the operator to change them.
 */

import { invalidParameter } from '../../domain/errors.ts';
import type { Passwords } from '../ports/identity.ts';

export const passwordLengthMin = 12;
export const passwordLengthMax = 200;

/** Attackers try these words followed by a year or a special character. */
const wordsOfTheService = /photo|kiosk|admin|administrator|operator|owner|support|viewer|console|password/gi;
/** Minimum number of characters that must remain when these words are removed from the password. */
const otherCharactersMin = 8;

function isMainlyKnownWords(password: string): boolean {
  return [...password.replace(wordsOfTheService, '')].length < otherCharactersMin;
}

/** @returns true when the password must not be chosen. */
export function isWeakPassword({ isCommon }: Pick<Passwords, 'isCommon'>, password: string): boolean {
  return [...password].length < passwordLengthMin || isCommon(password) || isMainlyKnownWords(password);
}

/** @param field the parameter that holds the password. @throws AppError `invalid_parameters` */
export function requireStrongPassword(
  { isCommon }: Pick<Passwords, 'isCommon'>,
  field: string,
  password: string,
): void {
  const length = [...password].length;
  if (length < passwordLengthMin || length > passwordLengthMax) {
    const range = { min: passwordLengthMin, max: passwordLengthMax };
    throw invalidParameter(field, 'text_length', `must have ${range.min} to ${range.max} characters`, range);
  }
  if (isCommon(password) || isMainlyKnownWords(password)) {
    throw invalidParameter(
      field,
      'common_password',
      'is among the first passwords that a guesser tries: choose another one',
    );
  }
}
