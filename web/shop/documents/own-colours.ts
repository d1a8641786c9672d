/** What the form proposes when a customer begins to choose a background of another colour. */

export const firstOwnColour = '#a0c8f0';
export const firstGradientEnd = '#ffffff';
