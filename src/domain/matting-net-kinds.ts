/** The kinds of matting nets that an operator may bring; what each takes and answers is in `imaging/id-photo/matting-net.ts`. */

export const mattingNetKinds = ['modnet', 'rmbg', 'isnet', 'birefnet'] as const;

export type MattingNetKind = (typeof mattingNetKinds)[number];
