/**
 * Photos of the people-masks set whose cut-out has a flaw that a customer would see, judged by eye on the sheet
 * `people.jpg`; every other cut-out may be sold. By the photo's number. Judge anew when the matting changes.
 */

export const flawedCuts: ReadonlySet<number> = new Set([
  51, 53, 54, 64, 66, 67, 78, 79, 83, 86, 90, 101, 109, 120, 123, 132, 136, 141, 144, 151, 152, 159, 160, 174,
  183, 190, 191,
]);
