/** Pieces of the console's answers that several routes write. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Operator } from '../../usecases/operators/operator-store.ts';

export function utcText(instant: Instant): string {
  return new Date(instant).toISOString();
}

export function utcTextOrNull(instant: Instant | null): string | null {
  return instant === null ? null : utcText(instant);
}

export function operatorToWire({ id, name, role, disabledAt, createdAt }: Operator) {
  return { id, name, role, disabled: disabledAt !== null, created_at: utcTextOrNull(createdAt) };
}
