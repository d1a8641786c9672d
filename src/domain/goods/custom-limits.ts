/** The limits of sizes that customers choose themselves, for the service and for the form of the shop. */

/** Limits of custom sizes. The larger side is that of the largest document. */
export const customLimits = {
  sidePx: { min: 96, max: 2400 },
  /** Wider photos would show more of the room than of the person. */
  aspect: { min: 0.5, max: 1.5 },
  dpi: { min: 72, max: 1200 },
  kb: { min: 5, max: 10_000 },
} as const;
