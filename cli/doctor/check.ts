/** One line of `photokiosk doctor`. */

export type CheckState = 'ok' | 'warning' | 'failed' | 'skipped';

export interface CheckResult {
  readonly name: string;
  readonly state: CheckState;
  readonly detail: string;
}

export const ok = (name: string, detail: string): CheckResult => ({ name, state: 'ok', detail });
export const warning = (name: string, detail: string): CheckResult => ({ name, state: 'warning', detail });
export const failed = (name: string, detail: string): CheckResult => ({ name, state: 'failed', detail });
export const skipped = (name: string, detail: string): CheckResult => ({ name, state: 'skipped', detail });

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
