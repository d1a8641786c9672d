/** Why a photo that does not meet the rule of its document is not delivered. */

import type { ReportLine } from '../../domain/documents/judge-photo.ts';
import type { ImageRefusal } from '../ports/image-work.ts';

/**
 * @returns null if no line fails. Only the background has a reason of its own, because the customer can choose another
 * wall.
 */
export function ruleRefusal(lines: readonly ReportLine[]): ImageRefusal | null {
  const failed = lines.filter(({ verdict }) => verdict === 'fail');
  if (failed.length === 0) return null;
  const isWall = failed.every(({ name }) => name.startsWith('background_'));
  return isWall ? 'background_not_allowed' : 'rule_missed';
}
