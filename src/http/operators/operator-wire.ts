/** Writes an operator for the console's API. */

import type { Operator } from '../../usecases/operators/operator-store.ts';
import { utcTextOrNull } from '../console/utc-text.ts';

export function operatorToWire({ id, name, role, disabledAt, createdAt }: Operator) {
  return { id, name, role, disabled: disabledAt !== null, created_at: utcTextOrNull(createdAt) };
}
