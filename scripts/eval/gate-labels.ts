/**
 * Photos of the people-masks set, by number, whose cut-out has a flaw that a customer would see. Every other cut-out
 * of the set is good enough to be sold. The cut-outs were judged by eye on the sheet `people-photo-ours-mask.jpg`,
 * before the matting net was added (decision 0108). The net mends some of these flaws, so the evaluation counts some
 * mended cut-outs as flawed. Judge the cut-outs again when the matting changes.
 */

export const flawedCuts: ReadonlySet<number> = new Set([
  22, 32, 51, 59, 64, 78, 79, 83, 90, 101, 106, 109, 120, 123, 132, 136, 140, 141, 144, 151, 152, 160, 174,
  177, 183, 190, 191, 193,
]);

/**
 * Photos of the people-masks set, by number, whose hand-drawn mask lacks parts of the person: dark hair, clothes or half
 * of the face are holes, or the mask is empty in the crop. Cut-outs are not compared with these masks.
 */
export const brokenMasks: ReadonlySet<number> = new Set([10, 59, 80, 108, 110, 141, 160]);
