/** The kinds of matting nets that an operator may bring; apart from `matting-net.ts`, so that naming one loads no net. */

export const mattingNetKinds = ['modnet', 'rmbg', 'isnet', 'birefnet'] as const;

export type MattingNetKind = (typeof mattingNetKinds)[number];
