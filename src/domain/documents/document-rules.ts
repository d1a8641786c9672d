/**
 * The documents that come with the service; operators can add others in the console. To add a document here, write its
 * file in `rules/`, import the file and add it to `files`.
 */

import { type DocumentRule, parseDocumentRule } from './document-rule.ts';
import auPassport from './rules/au/passport.json' with { type: 'json' };
import byPassport from './rules/by/passport.json' with { type: 'json' };
import caPassport from './rules/ca/passport.json' with { type: 'json' };
import caVisa from './rules/ca/visa.json' with { type: 'json' };
import cnCivilServiceExam from './rules/cn/civil-service-exam.json' with { type: 'json' };
import cnComputerExam from './rules/cn/computer-exam.json' with { type: 'json' };
import cnDrivingLicence from './rules/cn/driving-licence.json' with { type: 'json' };
import cnEnglishTest from './rules/cn/english-test.json' with { type: 'json' };
import cnHkMacauPermit from './rules/cn/hk-macau-permit.json' with { type: 'json' };
import cnIdentityCard from './rules/cn/identity-card.json' with { type: 'json' };
import cnPassport from './rules/cn/passport.json' with { type: 'json' };
import cnPostgraduateExam from './rules/cn/postgraduate-exam.json' with { type: 'json' };
import cnSocialSecurity from './rules/cn/social-security.json' with { type: 'json' };
import cnTaiwanPermit from './rules/cn/taiwan-permit.json' with { type: 'json' };
import cnTeacherExam from './rules/cn/teacher-exam.json' with { type: 'json' };
import cnVisa from './rules/cn/visa.json' with { type: 'json' };
import deIdentityCard from './rules/de/identity-card.json' with { type: 'json' };
import dePassport from './rules/de/passport.json' with { type: 'json' };
import esIdentityCard from './rules/es/identity-card.json' with { type: 'json' };
import euSchengenVisa from './rules/eu/schengen-visa.json' with { type: 'json' };
import frIdentity from './rules/fr/identity.json' with { type: 'json' };
import gbPassport from './rules/gb/passport.json' with { type: 'json' };
import gbPassportOnline from './rules/gb/passport-online.json' with { type: 'json' };
import hkPassport from './rules/hk/passport.json' with { type: 'json' };
import hkVisa from './rules/hk/visa.json' with { type: 'json' };
import iePassport from './rules/ie/passport.json' with { type: 'json' };
import inExam from './rules/in/exam.json' with { type: 'json' };
import inPassport from './rules/in/passport.json' with { type: 'json' };
import inVisa from './rules/in/visa.json' with { type: 'json' };
import itIdentityCard from './rules/it/identity-card.json' with { type: 'json' };
import itPassport from './rules/it/passport.json' with { type: 'json' };
import jpPassport from './rules/jp/passport.json' with { type: 'json' };
import jpVisa from './rules/jp/visa.json' with { type: 'json' };
import krPassport from './rules/kr/passport.json' with { type: 'json' };
import krVisa from './rules/kr/visa.json' with { type: 'json' };
import myVisa from './rules/my/visa.json' with { type: 'json' };
import nlPassport from './rules/nl/passport.json' with { type: 'json' };
import nzPassport from './rules/nz/passport.json' with { type: 'json' };
import plIdentityCard from './rules/pl/identity-card.json' with { type: 'json' };
import plPassport from './rules/pl/passport.json' with { type: 'json' };
import ruPassport from './rules/ru/passport.json' with { type: 'json' };
import saVisa from './rules/sa/visa.json' with { type: 'json' };
import sgIdentityCard from './rules/sg/identity-card.json' with { type: 'json' };
import sgPassport from './rules/sg/passport.json' with { type: 'json' };
import tcPassport from './rules/tc/passport.json' with { type: 'json' };
import thVisa from './rules/th/visa.json' with { type: 'json' };
import usDiversityVisa from './rules/us/diversity-visa.json' with { type: 'json' };
import usPassport from './rules/us/passport.json' with { type: 'json' };
import usVisa from './rules/us/visa.json' with { type: 'json' };
import vnVisa from './rules/vn/visa.json' with { type: 'json' };

const files: readonly unknown[] = [
  cnPassport,
  cnHkMacauPermit,
  cnTaiwanPermit,
  cnDrivingLicence,
  cnSocialSecurity,
  cnIdentityCard,
  cnCivilServiceExam,
  cnTeacherExam,
  cnComputerExam,
  cnEnglishTest,
  cnPostgraduateExam,
  cnVisa,
  hkPassport,
  hkVisa,
  usVisa,
  usPassport,
  usDiversityVisa,
  gbPassport,
  gbPassportOnline,
  caPassport,
  caVisa,
  auPassport,
  nzPassport,
  iePassport,
  frIdentity,
  dePassport,
  deIdentityCard,
  esIdentityCard,
  itPassport,
  itIdentityCard,
  nlPassport,
  plPassport,
  plIdentityCard,
  euSchengenVisa,
  jpPassport,
  jpVisa,
  krPassport,
  krVisa,
  sgPassport,
  sgIdentityCard,
  inVisa,
  inPassport,
  inExam,
  saVisa,
  myVisa,
  vnVisa,
  thVisa,
  byPassport,
  ruPassport,
  tcPassport,
];

/** Parsed when the service starts. @throws Error if a file does not have the form that `document-rule.ts` requires. */
export const documentRules: readonly DocumentRule[] = files.map((file) => {
  try {
    return parseDocumentRule(file);
  } catch (cause) {
    throw new Error(`wrong document rule: ${JSON.stringify(file).slice(0, 60)}`, { cause });
  }
});

const byId = new Map(documentRules.map((rule) => [rule.id, rule]));
if (byId.size !== documentRules.length) throw new Error('two document rules have the same id');

export function findDocumentRule(id: string): DocumentRule | undefined {
  return byId.get(id);
}
