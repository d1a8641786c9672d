/** The kinds of matting nets that an operator may use; `imaging/nets/matting-net.ts` has the contract of each. */

export const mattingNetKinds = ['modnet', 'rmbg', 'isnet', 'birefnet'] as const;

export type MattingNetKind = (typeof mattingNetKinds)[number];
