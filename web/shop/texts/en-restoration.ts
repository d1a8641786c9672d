/** The texts about the restoration of old photos in English. */

export const enRestoration = {
  restoreTips: [
    'Scratched, cracked, dusty or faded',
    'A flat scan works better than a photo of a photo',
    'The whole print; torn corners and large stains often stay',
  ],
  restoreStep: 'Would you like more?',
  restoreAlways: 'Always included: damage is mended, and faded or yellowed tones are brought back.',
  alsoColourise: 'Also colourise',
  alsoColouriseNote: 'For black-and-white photos. The colours are plausible guesses.',
  alsoEnlarge: 'Enlarge ×2',
  alsoEnlargeNote: 'For small scans: twice the width and height.',
  tooLargeToEnlarge: 'This photo is already large enough for printing and cannot be enlarged.',
  colourised: 'Colourised',
  enlarged: 'Enlarged ×2',

  restorePreviewAlt: 'Preview of your restored photo',
  restorePreviewComing: 'Looking for damage and making a preview…',
  enlargedPreviewNote:
    'A small preview with a watermark. The finished picture is twice as wide and high as your photo and has no watermark.',
  showDamage: 'Show damage',
  damageMarks: 'Damage, marked in red',
  damageFound: (percent: number) =>
    percent < 1 ? 'Damage found on less than 1% of the photo' : `Damage found on ${percent}% of the photo`,
  noDamage: 'No damage found: only the tones will be restored',
  noDamageWithMore: 'No damage found, so nothing will be mended',
};
