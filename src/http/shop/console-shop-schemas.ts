/** The settings of the shop in the console's API. */

import { type TSchema, Type } from 'typebox';
import { sourceTypeChoices } from '../../domain/goods/ai-label.ts';
import {
  type SettingDefinition,
  type SettingName,
  type SettingValue,
  type ShopSettings,
  settingDefinitions,
  settingNames,
} from '../../domain/shop-settings.ts';

const descriptions: Readonly<Record<SettingName, string>> = {
  shop_name: 'Shown in the header, in titles and on receipts. Empty: Photokiosk.',
  logo: 'The `icon` from the response of an icon upload; empty: the built-in one.',
  accent:
    'The colour of buttons and links, such as `#0b6e5f`, with a contrast of at least 4.5 to the page; empty: the built-in one.',
  contact: 'How customers reach the shop: an e-mail address, a phone number, or a sentence.',
  company: 'Name and address of the company, in several lines, for the footer and receipts.',
  terms_url: 'The operator’s terms; empty: no link.',
  privacy_url: 'The operator’s privacy policy; empty: no link.',
  orders_open: 'Whether customers can place new orders. Existing orders continue.',
  closed_note_en: 'What customers read in English while the shop takes no orders.',
  closed_note_zh: 'The same in Chinese.',
  face_consent:
    'Whether uploads, `check_photo` and orders of pictures need the customer’s consent to process a face (`face_consent`).',
  face_consent_en:
    'The text of the consent in English; empty: the built-in one. Each change is a new version, to which customers consent again.',
  face_consent_zh: 'The same in Chinese.',
  upload_kept_hours: 'Hours for which new uploads are kept.',
  result_kept_days: 'Days for which new pictures are kept.',
  member_result_kept_days: 'Days for which new pictures of members are kept.',
  source_type_colourised:
    'What the metadata of colourised photos say about their origin: a term of IPTC’s `digitalSourceType`, or `none`.',
  source_type_restored: 'The same of restored photos, with or without colours.',
  source_type_id_photo: 'The same of ID photos on a new background.',
  ai_label_colourised: 'Whether colourised photos carry the AI label of GB 45438-2025 in their metadata.',
  ai_label_restored: 'Whether restored photos carry it.',
  ai_label_id_photo: 'Whether ID photos on a new background carry it.',
  ai_producer: 'The name or code of the producer in the label; empty: the name of the shop.',
  unpaid_orders_kept_days: 'Days for which cancelled orders without a payment are kept; 0: for ever.',
};

const textLengthMax = 500;

function fieldOf(definition: SettingDefinition, description: string): TSchema {
  switch (definition.kind) {
    case 'line':
    case 'lines':
      return Type.String({ maxLength: definition.lengthMax, description });
    case 'integer':
      return Type.Integer({ minimum: definition.min, maximum: definition.max, description });
    case 'flag':
      return Type.Boolean({ description });
    case 'source_type':
      return Type.Enum([...sourceTypeChoices], { description });
    default:
      return Type.String({ maxLength: textLengthMax, description });
  }
}

const fields = Object.fromEntries(
  settingNames.map((name) => [name, Type.Optional(fieldOf(settingDefinitions[name], descriptions[name]))]),
);

interface SettingsBody extends Partial<ShopSettings> {
  readonly reset?: readonly string[];
  readonly version?: string;
}

export const settingsBody = Type.Unsafe<SettingsBody>(
  Type.Object({
    ...fields,
    reset: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 100,
        description: 'The names of settings that return to their defaults.',
      }),
    ),
    version: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: '`version` of the settings as the operator saw them before the change.',
      }),
    ),
  }),
);

const value = () => Type.Unsafe<SettingValue>({ type: ['string', 'integer', 'boolean'] });
const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });

export const settingsSchema = Type.Object({
  settings: Type.Array(
    Type.Object({
      name: Type.Enum([...settingNames]),
      value: value(),
      source: Type.Enum(['console', 'environment', 'built_in'], {
        description: 'Where the value comes from: the console, an environment variable, or the service.',
      }),
      fallback: value(),
      variable: textOrNull('The environment variable with the default; null: there is none.'),
      changed_by: textOrNull('The operator who set it; null: the console does not set it.'),
      changed_at: textOrNull('UTC.'),
    }),
  ),
  version: Type.String({ description: 'Changes whenever a setting changes.' }),
});
