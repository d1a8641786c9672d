/**
 * The settings that owners change in the console, with their limits and built-in values. None of them is a secret. A
 * setting that the console does not set has the value of its environment variable, or else the built-in one.
 */

import { accentContrast, contrastMin, isHexColour } from './accent-palette.ts';
import { invalidParameter } from './errors.ts';
import { type SourceTypeChoice, sourceTypeChoices, usualSourceTypes } from './goods/ai-label.ts';
import { oneLineText } from './one-line-text.ts';
import { parseUrl } from './parse-url.ts';

interface Common<Value> {
  readonly builtIn: Value;
  /** The environment variable that the setting replaces; null: none. */
  readonly variable: string | null;
}

export type SettingDefinition =
  /** `line`, `lines`: text of one or several lines; `image`: the path of an uploaded image. Empty: none. */
  | (Common<string> & { readonly kind: 'line' | 'lines'; readonly lengthMax: number })
  | (Common<string> & { readonly kind: 'image' | 'url' | 'colour' })
  | (Common<number> & { readonly kind: 'integer'; readonly min: number; readonly max: number })
  | (Common<boolean> & { readonly kind: 'flag' })
  | (Common<SourceTypeChoice> & { readonly kind: 'source_type' });

const text = (kind: 'line' | 'lines', lengthMax: number, variable: string | null = null) =>
  ({ kind, lengthMax, builtIn: '', variable }) as const;
const special = (kind: 'image' | 'url' | 'colour') => ({ kind, builtIn: '', variable: null }) as const;
const integer = (variable: string, builtIn: number, min: number, max: number) =>
  ({ kind: 'integer', builtIn, variable, min, max }) as const;

/** The settings by the names that the API and the database use, in the order in which the console shows them. */
export const settingDefinitions = {
  shop_name: text('line', 40),
  logo: special('image'),
  /** The colour of buttons and links, such as `#0b6e5f`. */
  accent: special('colour'),
  contact: text('line', 200, 'SHOP_CONTACT'),
  /** Name and address of the company, and other facts that the law of its country requires on a page. */
  company: text('lines', 500),
  terms_url: special('url'),
  privacy_url: special('url'),
  /** Whether customers can place new orders. */
  orders_open: { kind: 'flag', builtIn: true, variable: null },
  /** What customers read while the shop takes no orders. */
  closed_note_en: text('line', 200),
  closed_note_zh: text('line', 200),
  /** Whether uploads and orders of pictures need the customer's consent to process a face. */
  face_consent: { kind: 'flag', builtIn: false, variable: null },
  /** The text to which customers consent. Empty: `builtInConsent`. */
  face_consent_en: text('lines', 4000),
  face_consent_zh: text('lines', 4000),
  upload_kept_hours: integer('UPLOAD_KEPT_HOURS', 24, 1, 24 * 30),
  result_kept_days: integer('RESULT_KEPT_DAYS', 7, 1, 3650),
  member_result_kept_days: integer('MEMBER_RESULT_KEPT_DAYS', 30, 1, 3650),
  /** 0: for ever. */
  unpaid_orders_kept_days: integer('UNPAID_ORDERS_KEPT_DAYS', 30, 0, 3650),
  /** What the metadata of colourised photos say about their origin. */
  source_type_colourised: { kind: 'source_type', builtIn: usualSourceTypes.colourised, variable: null },
  /** What the metadata of restored photos say about their origin. */
  source_type_restored: { kind: 'source_type', builtIn: usualSourceTypes.restored, variable: null },
  /** What the metadata of ID photos on a new background say about their origin. */
  source_type_id_photo: { kind: 'source_type', builtIn: usualSourceTypes.idPhoto, variable: null },
  /** Whether colourised photos carry the AI label of GB 45438-2025. */
  ai_label_colourised: { kind: 'flag', builtIn: true, variable: null },
  /** Whether restored photos carry the AI label of GB 45438-2025. */
  ai_label_restored: { kind: 'flag', builtIn: true, variable: null },
  /** Whether ID photos on a new background carry the AI label of GB 45438-2025. */
  ai_label_id_photo: { kind: 'flag', builtIn: false, variable: null },
  /** The name or code of the producer in the label. Empty: the name of the shop. */
  ai_producer: text('line', 64),
} as const satisfies Readonly<Record<string, SettingDefinition>>;

export type SettingName = keyof typeof settingDefinitions;

export type SettingValue = string | number | boolean;

interface ValueOfKind {
  readonly line: string;
  readonly lines: string;
  readonly image: string;
  readonly url: string;
  readonly colour: string;
  readonly integer: number;
  readonly flag: boolean;
  readonly source_type: SourceTypeChoice;
}

export type ShopSettings = {
  readonly [Name in SettingName]: ValueOfKind[(typeof settingDefinitions)[Name]['kind']];
};

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingDefinitions, name);
}

export const settingNames: readonly SettingName[] = Object.keys(settingDefinitions).filter(isSettingName);

export const builtInSettings = Object.fromEntries(
  settingNames.map((name) => [name, settingDefinitions[name].builtIn]),
) as ShopSettings;

const urlLengthMax = 500;

function checkedUrl(name: SettingName, url: string): string {
  if (url === '') return url;
  const protocol = parseUrl(url)?.protocol;
  if (url.length <= urlLengthMax && (protocol === 'https:' || protocol === 'http:')) return url;
  throw invalidParameter(
    name,
    'not_a_web_address',
    'must be an address that begins with https:// or http://',
  );
}

function checkedColour(name: SettingName, given: string): string {
  const colour = given.toLowerCase();
  if (colour === '') return colour;
  if (!isHexColour(colour)) throw invalidParameter(name, 'not_a_colour', 'must be a colour such as #0b6e5f');
  if (accentContrast(colour) >= contrastMin) return colour;
  const detail = `must have a contrast of at least ${contrastMin} to white and to the page`;
  throw invalidParameter(name, 'low_contrast', detail);
}

/**
 * Checks addresses and colours. The API's schema has already checked types, lengths and numbers.
 * @returns the value as it is stored.
 * @throws AppError `invalid_parameters`
 */
export function checkedSetting(name: SettingName, value: SettingValue): SettingValue {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  switch (settingDefinitions[name].kind) {
    case 'url':
      return checkedUrl(name, trimmed);
    case 'colour':
      return checkedColour(name, trimmed);
    case 'line':
      return oneLineText(value);
    default:
      return trimmed;
  }
}

/** Whether a stored value has the type of the setting. A newer version may have stored a value of another type. */
export function hasTypeOf(name: SettingName, value: unknown): value is SettingValue {
  const { kind, builtIn } = settingDefinitions[name];
  if (kind === 'source_type') return sourceTypeChoices.some((choice) => choice === value);
  return typeof value === typeof builtIn;
}
