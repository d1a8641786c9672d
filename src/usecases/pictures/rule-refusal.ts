/** Why a photo that does not meet the rule of its document is not delivered. */

import type { ReportLine } from '../../domain/documents/judge-photo.ts';
import type { ImageRefusal } from '../ports/image-work.ts';

/**
 * @returns null if no line fails; `background_not_allowed` if only lines about the background fail, because the
 * customer can choose another wall; otherwise `rule_missed`.
 */
export function ruleRefusal(lines: readonly ReportLine[]): ImageRefusal | null {
  const failed = lines.filter(({ verdict }) => verdict === 'fail');
  if (failed.length === 0) return null;
  const isWall = failed.every(({ name }) => name.startsWith('background_'));
  return isWall ? 'background_not_allowed' : 'rule_missed';
}
