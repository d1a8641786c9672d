/** What a customer reports about a finished order, and what the shop answers. */

export const problemReasons = [
  'colours',
  'outline',
  'position',
  'quality',
  'wrong_choice',
  'not_accepted',
  'not_received',
  'other',
] as const;
export type ProblemReason = (typeof problemReasons)[number];

/** `remaking`: an operator has ordered a new picture, which is not finished. */
export const problemStates = ['open', 'remaking', 'answered'] as const;
export type ProblemState = (typeof problemStates)[number];

export const problemAnswers = ['reply', 'remake', 'refund'] as const;
export type ProblemAnswer = (typeof problemAnswers)[number];

/** A rectangle in a picture, in thousandths of its width and height. The rectangle lies inside the picture. */
export interface PictureArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const areaUnits = 1000;

/** The maximum number of characters of the customer's note and of the shop's reply. */
export const problemTextLengthMax = 1000;

/**
 * The maximum number of problems of one order, including answered ones. It is limited because an operator reads
 * each problem.
 */
export const problemsPerOrderMax = 5;
