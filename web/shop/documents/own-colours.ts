/** The colours that the form proposes when a customer begins to choose another background colour. */

export const firstOwnColour = '#a0c8f0';
export const firstGradientEnd = '#ffffff';
