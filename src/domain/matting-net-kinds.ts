/**
 * The kinds of matting nets that an operator may install. `imaging/id-photo/matting-net.ts` describes the input and
 * the output of each kind.
 */

export const mattingNetKinds = ['modnet', 'rmbg', 'isnet', 'birefnet'] as const;

export type MattingNetKind = (typeof mattingNetKinds)[number];
