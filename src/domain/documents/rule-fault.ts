/** The errors of a rule: the wrong field and the reason. Pages translate the reason. */

export const ruleProblems = [
  /** The value is missing or of another type, or is not one of the allowed ones. */
  'value',
  /** The number is not from `min` to `max`. */
  'range',
  /** The smallest value is not below the largest. */
  'order',
  /** The size in pixels at the given dpi differs from the size in millimetres. */
  'millimetres',
  /** The id does not begin with the country, or has other characters than `a` to `z`, digits and underscores. */
  'id',
  /** A value occurs twice in the list, or in two lists that exclude each other. */
  'twice',
  /** The text has more than `max` characters. */
  'length',
  /** The length is larger than the photo. */
  'too_large',
  /** The lengths of the head exclude each other, so no photo can meet the rule. */
  'no_place',
  /** The address does not begin with http. */
  'address',
  /** An official source needs an address, and an address needs the day on which it was read. */
  'source',
] as const;

export type RuleProblem = (typeof ruleProblems)[number];

type Limits = Readonly<Record<'min' | 'max', number>>;

export class RuleFault extends Error {
  /** The path of the field: `size.widthPx`. */
  readonly field: string;
  readonly problem: RuleProblem;
  /** The end of an English sentence whose subject is the field. */
  readonly detail: string;
  readonly limits: Partial<Limits>;

  constructor(field: string, problem: RuleProblem, detail: string, limits: Partial<Limits> = {}) {
    super(`${field} ${detail}`);
    this.name = 'RuleFault';
    this.field = field;
    this.problem = problem;
    this.detail = detail;
    this.limits = limits;
  }
}
