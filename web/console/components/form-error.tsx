/** The error of the last try of a form, above its buttons. */

import { Alert } from '@mantine/core';
import { errorText } from '../format/error-text.ts';

interface FormErrorProps {
  /** Null or undefined: the last try has not failed. */
  readonly error: unknown;
  /** The sentence about the error. Default: `errorText`. */
  readonly textOf?: (error: unknown) => string;
}

export function FormError({ error, textOf = errorText }: FormErrorProps) {
  if (error === null || error === undefined) return null;
  return (
    <Alert color="bad" role="alert">
      {textOf(error)}
    </Alert>
  );
}
