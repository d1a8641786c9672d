/**
 * What customers call countries besides the name that the list shows: short forms and adjectives in lower case. The
 * search of documents finds them. Names and codes of all countries come from the browser.
 */

export const countryAliases: Readonly<Partial<Record<string, readonly string[]>>> = {
  AU: ['australian'],
  BY: ['belarusian'],
  CA: ['canadian'],
  CN: ['chinese', 'prc'],
  DE: ['german'],
  ES: ['spanish'],
  EU: ['eu', 'europe'],
  FR: ['french'],
  GB: ['uk', 'british', 'britain', 'england'],
  HK: ['hongkong', 'hksar'],
  IE: ['irish'],
  IN: ['indian'],
  IT: ['italian'],
  JP: ['japanese'],
  KR: ['korean'],
  MY: ['malaysian'],
  NL: ['dutch', 'holland'],
  NZ: ['nz'],
  PL: ['polish'],
  RU: ['russian'],
  SA: ['saudi', 'ksa'],
  SG: ['singaporean'],
  TH: ['thai'],
  US: ['usa', 'america', 'american'],
  VN: ['vietnamese'],
};
