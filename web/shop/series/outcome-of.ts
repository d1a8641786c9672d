/** The outcome of a photo from its state. */

import { isRefused, isUsable, type PhotoState, previewOf } from '../photo/use-photo.ts';
import { type PhotoOutcome, pending } from './photo-outcome.ts';

export function outcomeOf(state: PhotoState): PhotoOutcome {
  if (isUsable(state)) {
    return { kind: 'passed', path: state.path, smallCopy: state.photo.smallCopy, preview: previewOf(state) };
  }
  if (isRefused(state) || state.kind === 'refused') return { kind: 'refused' };
  return state.kind === 'failed' ? { kind: 'failed' } : pending;
}
