/** The limits of sizes that customers enter themselves. The service and the shop's form use the same limits. */

/** The maximum side is larger than that of any built-in document (2000 px). */
export const customLimits = {
  sidePx: { min: 96, max: 2400 },
  /** Width divided by height. A wider photo would show more of the room than of the person. */
  aspect: { min: 0.5, max: 1.5 },
  dpi: { min: 72, max: 1200 },
  kb: { min: 5, max: 10_000 },
} as const;
