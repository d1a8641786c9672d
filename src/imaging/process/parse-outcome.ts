/** Parses what an image process returns for a task. */

import { type PhotoMeasures, photoMeasureNames } from '../../domain/documents/photo-measures.ts';
import { idPhotoSizeNames } from '../../domain/goods/id-photo.ts';
import { type CropCorners, type PhotoDamage, photoWarnings } from '../../domain/goods/photo-check.ts';
import {
  type AnyImageOutcome,
  imageRefusals,
  marksLengthMax,
  previewLengthMax,
  unavailableCauses,
} from '../../usecases/ports/image-work.ts';
import {
  base64,
  type Fields,
  fieldsOf,
  known,
  list,
  malformed,
  number,
  oneOf,
  sizeOf,
  text,
} from './message-fields.ts';

/** Longest `detail` of an outcome, in characters. */
const detailLengthMax = 1000;

export function parseOutcome(outcome: Fields): AnyImageOutcome {
  if (outcome.kind === 'checked') {
    const refusal = outcome.refusal === null ? null : oneOf(imageRefusals, outcome, 'refusal');
    const warnings = list(outcome, 'warnings').map((warning) => known(photoWarnings, warning, 'warnings'));
    const preview = outcome.preview === null ? null : base64(outcome, 'preview', previewLengthMax);
    const measures =
      outcome.measures === undefined ? {} : { measures: parseMeasures(fieldsOf(outcome.measures)) };
    const sizes =
      outcome.sizes === undefined
        ? {}
        : { sizes: list(outcome, 'sizes').map((size) => known(idPhotoSizeNames, size, 'sizes')) };
    const damage = outcome.damage === undefined ? {} : { damage: parseDamage(fieldsOf(outcome.damage)) };
    const crop = outcome.crop === undefined ? {} : { crop: parseCorners(fieldsOf(outcome.crop)) };
    return { kind: 'checked', refusal, warnings, preview, ...crop, ...damage, ...sizes, ...measures };
  }
  if (outcome.kind === 'measured') {
    return { kind: 'measured', measures: parseMeasures(fieldsOf(outcome.measures)) };
  }
  if (outcome.kind === 'refused') {
    return { kind: 'refused', refusal: oneOf(imageRefusals, outcome, 'refusal') };
  }
  if (outcome.kind === 'unavailable') {
    return {
      kind: 'unavailable',
      cause: oneOf(unavailableCauses, outcome, 'cause'),
      detail: text(outcome, 'detail').slice(0, detailLengthMax),
    };
  }
  if (outcome.kind !== 'made') throw malformed('kind');
  return {
    kind: 'made',
    size: sizeOf(fieldsOf(outcome.size)),
    contentType: text(outcome, 'contentType'),
  };
}

function parseCorners(corners: Fields): CropCorners {
  const corner = (name: string) => {
    const fields = fieldsOf(corners[name]);
    return { x: number(fields, 'x'), y: number(fields, 'y') };
  };
  return { topLeft: corner('topLeft'), topRight: corner('topRight'), bottomLeft: corner('bottomLeft') };
}

function parseDamage(fields: Fields): PhotoDamage {
  const marks = fields.marks === null ? null : base64(fields, 'marks', marksLengthMax);
  return { share: number(fields, 'share'), marks };
}

function parseMeasures(fields: Fields): PhotoMeasures {
  const entries = photoMeasureNames.map((name) => [
    name,
    fields[name] === null ? null : number(fields, name),
  ]);
  return Object.fromEntries(entries) as PhotoMeasures;
}
