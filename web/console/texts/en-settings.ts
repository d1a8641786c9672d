/** The English texts about the settings of the shop. */

import { builtInConsent } from '../../../src/domain/face-consent.ts';
import type { SettingName } from '../../../src/domain/shop-settings.ts';

export const enSettings = {
  lead: 'A setting on this page replaces the environment variable of the service at once.',
  history: 'Who changed what',
  saved: 'Settings saved.',
  discard: 'Discard changes',
  notSaved: 'Not saved yet',
  notSet: 'Not set',
  builtIn: 'Built-in value',
  builtInOr: (variable: string) => `Built-in value; ${variable} is not set`,
  fromVariable: (variable: string) => `From the variable ${variable}`,
  setBy: (name: string) => `Set here by ${name},`,
  toDefault: 'Use the default',
  toDefaultOf: (value: string) => `Use the default: ${value}`,

  groups: {
    look: 'Name and look',
    legal: 'Contact and legal',
    opening: 'Orders',
    retention: 'Retention',
    labels: 'AI label',
    consent: 'Consent to process faces',
  },
  groupNotes: {
    look: 'Shown in the shop, in the browser tab, on receipts and in link previews.',
    legal: 'Shown at the end of every page of the shop.',
    opening: 'Existing orders continue. Single products are switched off under Products.',
    labels:
      'What each kind of picture states in its metadata: its origin (IPTC digitalSourceType), and the label of GB 45438-2025. Both stay in downloads, other colours and print sheets. Photos that are only cropped state neither.',
    consent:
      'If it is on, customers agree to the text before they choose a photo, and apps ask by the operation face_consent. The service records who agreed to which version and when. Each change of a text is a new version, to which customers agree again.',
    retention: 'Applies to new uploads and pictures. Existing files are kept as long as before.',
  },
  notes: {
    shop_name: 'Empty: Photokiosk',
    contact: 'An e-mail address, a phone number, or a sentence',
    company: 'Name, address, and what the law of your country requires',
    closed_note_en: 'Empty: “The shop takes no orders at the moment.”',
    closed_note_zh: 'Empty: “本店暂停接单。”',
    face_consent_en: `Empty: “${builtInConsent.en}”`,
    face_consent_zh: `Empty: “${builtInConsent.zh}”`,
    unpaid_orders_kept_days: '0: for ever',
    ai_producer: 'Name or code. Empty: the name of the shop',
  } satisfies Partial<Record<SettingName, string>>,

  sourceTypes: {
    none: 'Not stated',
    algorithmicallyEnhanced: 'A photo, changed by an algorithm (algorithmicallyEnhanced)',
    compositeWithTrainedAlgorithmicMedia: 'A photo with AI-made parts (compositeWithTrainedAlgorithmicMedia)',
    trainedAlgorithmicMedia: 'AI-made (trainedAlgorithmicMedia)',
  },

  logoNote: 'PNG or WebP, up to 1 MB, best square and with a transparent background.',
  logoFile: 'Logo file',
  accentNote: 'For buttons and links. The colours for dark screens are derived from it.',
  builtInColour: 'Built-in green',
  pickColour: 'Choose the colour',
  contrast: (contrast: string, min: string) => `Contrast ${contrast}, at least ${min} is needed`,
  lowContrast: 'Text in this colour is hard to read on the page.',
  takeInstead: (colour: string) => `Use ${colour} instead`,
  sampleButton: 'Order and pay',
  sampleChoice: 'Choose',
  sampleLink: 'My orders',
};
