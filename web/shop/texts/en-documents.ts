/** The shop's texts about documents in English: their rules, custom sizes, backgrounds and the report of a photo. */

import { backgroundNames } from '../../../src/domain/goods/choice-names.ts';

export const enDocuments = {
  sizeStep: 'What is it for?',
  searchSizes: 'Search: passport, Japan, 35 × 45…',
  noSizes: 'No size matches this search. Choose “Another size” and enter yours.',
  customSize: 'Another size',
  customSizeNote: 'Enter millimetres or pixels',
  customFields: {
    width: 'Width',
    height: 'Height',
    dpi: 'Resolution (dpi)',
    kbMin: 'File at least (kB)',
    kbMax: 'File at most (kB)',
  },
  customUnit: 'Unit',
  customPixels: (width: number, height: number) => `The photo will have ${width} × ${height} px.`,
  customFaults: {
    missing: 'Enter a width and a height. You can leave resolution and file size empty.',
    whole: 'Enter whole numbers. For a size such as 35.5 mm, choose the unit px and convert it.',
    side: 'Each side must be 96 to 2400 px.',
    aspect: 'The width must be 0.5 to 1.5 times the height.',
    dpi: 'The resolution must be 72 to 1200 dpi.',
    kb: 'The file can be up to 10,000 kB. Its upper limit must be at least 5 kB.',
    kbOrder: 'The smallest file size must be below the largest one.',
  },
  customFirst: 'Enter a width and a height first.',
  purposeFirst: 'Choose what the photo is for.',
  cropOnly: 'Keep the background: only straighten, crop and scale the photo.',
  correct: 'Adjust white balance and exposure slightly. Faces are not retouched.',
  corrected: 'White balance and exposure adjusted',

  colorStep: 'Background',
  colors: {
    blue: 'Blue',
    red: 'Red',
    white: 'White',
    off_white: 'Off-white',
    light_grey: 'Light grey',
    light_blue: 'Light blue',
    cream: 'Cream',
  },
  onColor: backgroundNames.en,
  ownColour: (colour: string) => `Background ${colour}`,
  otherColour: 'Another colour',
  gradient: 'Gradient',
  gradientBottom: 'Colour at the bottom',
  backgroundAsIs: 'Background as photographed',
  backgroundForbidden: 'This office does not accept altered photos, so we keep your background.',
  backgroundKept: 'We keep the background of your photo.',
  backgroundWall: (colours: string) =>
    `We straighten, crop and scale your photo and change nothing else. Take it in front of a plain wall. Allowed: ${colours.toLowerCase()}.`,

  ruleOfficial: 'This rule comes from the office’s own website.',
  ruleCustomary:
    'This rule comes from other websites or from the practice of photo studios. Please check it with the office.',
  ruleSource: (day: string) => `Source, checked on ${day}`,
  ruleFacts: {
    size: 'Size',
    headWithHair: 'Head, with hair',
    headWithoutHair: 'Head, without hair',
    eyes: 'Eyes above the lower edge',
    above: 'Space above the hair',
    faceWidth: 'Width of the face',
    background: 'Background',
    file: 'File',
    age: 'Age of the photo',
    months: (count: number) => (count === 1 ? 'at most 1 month' : `at most ${count} months`),
    copies: 'Printed copies',
    glasses: 'Glasses',
  },
  glasses: {
    allowed: 'allowed',
    clear_lenses: 'only with clear lenses and visible eyes',
    required_if_worn: 'keep them on if you always wear them',
    forbidden: 'not allowed',
  },
  atMost: (value: string) => `at most ${value}`,
  atLeast: (value: string) => `at least ${value}`,

  marks: { hair: 'Top of the hair', crown: 'Crown without hair', eyes: 'Eyes', chin: 'Chin' },
  markBand: '(shaded: the range that the rule allows)',
  reportTitle: (passed: number, all: number) =>
    passed === all ? 'Your photo meets every check' : `${passed} of ${all} checks passed`,
  reportPassed: (count: number) => `Show the ${count} passed checks`,
  verdicts: { pass: 'Passed', warn: 'Could be better', fail: 'Does not meet the rule' },
  allowedRange: (range: string) => `allowed: ${range}`,
  notMeasured: 'not measurable',
  unmeasuredTitle: 'Please check yourself',
  finishedReport: 'Your finished photo, measured',
  finishedReportText: (document: string) =>
    `We measured the finished file and compared it with the rule for: ${document}.`,
  reportPdf: 'Download the report to print (PDF)',
  reportPdfBusy: 'Making the PDF…',
  finishedReportBusy: 'Measuring the finished photo…',
  previewCropNote: (size: string, background: string) =>
    `${size}, ${background.toLowerCase()}. Your photo will be cropped like this. The finished picture is larger and finer.`,
  exampleCropNote: (size: string, background: string) =>
    `${size}, ${background.toLowerCase()}. The drawing shows the size and position of your head. We find your head, straighten it and crop the photo.`,
};
