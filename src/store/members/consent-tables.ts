/** The tables `consent_texts` and `face_consents`: what customers consented to, and when. */

import { generatedId, integer, named, nullable, text } from '../column.ts';
import { table } from '../table.ts';

export const consentTextsTable = table('consent_texts', {
  version: integer,
  en: named('text_en', text),
  zh: named('text_zh', text),
  createdBy: text,
  createdAt: integer,
});

export const faceConsentsTable = table('face_consents', {
  id: generatedId,
  userId: integer,
  version: integer,
  givenAt: integer,
  withdrawnAt: nullable(integer),
});
