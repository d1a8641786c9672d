/** Why a photo that does not meet the rule of its document is not delivered. */

import type { ReportLine } from '../../domain/documents/judge-photo.ts';
import type { ImageRefusal } from '../ports/image-work.ts';

/**
 * @param isPhotographed whether the photo shows the original wall. Otherwise its background was replaced, and a wrong
 * background means that the person was not separated from it well.
 * @returns null if no line fails; `background_not_allowed` or `cut_out_failed` if only lines about the background fail;
 * otherwise `rule_missed`.
 */
export function ruleRefusal(lines: readonly ReportLine[], isPhotographed: boolean): ImageRefusal | null {
  const failed = lines.filter(({ verdict }) => verdict === 'fail');
  if (failed.length === 0) return null;
  const isWall = failed.every(({ name }) => name.startsWith('background_'));
  if (!isWall) return 'rule_missed';
  return isPhotographed ? 'background_not_allowed' : 'cut_out_failed';
}
