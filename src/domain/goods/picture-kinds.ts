/** The kinds of pictures that the image processes make. An operator can limit a worker to some of them. */
export const pictureKinds = ['id_photo', 'colourise', 'restore'] as const;
export type PictureKind = (typeof pictureKinds)[number];
