/** The client API's `create_photo_link`, `photo_link` and `end_photo_link`: another device takes the photo. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { photoLinkMs, photosPerLinkMax } from '../../usecases/pictures/photo-link.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';

const minutes = photoLinkMs / 60_000;

const key = (description: string) => Type.String({ minLength: 1, maxLength: 64, description });

export function registerPhotoLinkCreation(app: FastifyInstance, { options }: RouteContext): void {
  const schema = operationSchema({
    name: 'create_photo_link',
    summary: 'Let another device take the photo',
    description: `Returns two keys. Show the \`token\` to the other device, for example in a QR code: that device sends it in the header \`Photo-Link\` of \`ext_upload\`, which is all that the token allows. Keep the \`secret\` in the order form: \`photo_link\` returns the photo to it. The link ends after ${minutes} minutes.`,
    tag: 'Uploads',
    open: true,
    answer: Type.Object({
      token: Type.String({ description: 'For the other device.' }),
      secret: Type.String({ description: 'For the order form.' }),
      expires_in: Type.Integer({ description: 'In seconds.', examples: [photoLinkMs / 1_000] }),
    }),
    answerDescription: 'The keys of the link.',
  });
  app.post(`${operationPrefix}create_photo_link`, { schema }, async () => {
    const { token, secret } = await options.service.createPhotoLink();
    return { token, secret, expires_in: photoLinkMs / 1_000 };
  });
}

export function registerPhotoLinkLookups(plain: FastifyInstance, { options }: RouteContext): void {
  const { service, clock } = options;
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();

  const stateBody = Type.Object({ key: key('The `secret` or the `token` of the link.') });
  const stateSchema = {
    ...operationSchema({
      name: 'photo_link',
      summary: 'Look up the photo of another device',
      description:
        'The order form calls it every two seconds while it waits. With the `token` instead of the `secret`, the response only says that the link has not ended.',
      tag: 'Uploads',
      open: true,
      body: stateBody,
      answer: Type.Object({
        photos: Type.Integer({
          description: `How many photos were sent; each replaces the one before. At most ${photosPerLinkMax}.`,
        }),
        expires_in: Type.Integer({ description: 'In seconds.' }),
        path: Type.Union([Type.String(), Type.Null()], {
          description:
            'The `path` for the order operations. Null before the first photo, and for the `token`.',
        }),
        url: Type.Union([Type.String(), Type.Null()], {
          description: 'Where the order form can show the photo, until the link ends.',
        }),
      }),
      answerDescription: 'The link has not ended.',
      errors: ['link_expired'],
    }),
    body: stateBody,
  };
  app.post(`${operationPrefix}photo_link`, { schema: stateSchema }, async (request) => {
    const { photos, expiresAt, photo } = await service.viewPhotoLink(request.body.key);
    const expiresIn = Math.ceil((expiresAt - clock.now()) / 1_000);
    return { photos, expires_in: expiresIn, path: photo?.path ?? null, url: photo?.url ?? null };
  });

  const endBody = Type.Object({ secret: key('The `secret` of the link.') });
  const endSchema = {
    ...operationSchema({
      name: 'end_photo_link',
      summary: 'End the link of another device',
      description: 'Call it when the order form continues. The photo that was sent stays usable.',
      tag: 'Uploads',
      open: true,
      body: endBody,
      answer: Type.Object({ ended: Type.Boolean({ description: 'Always true, also for an ended link.' }) }),
      answerDescription: 'The link accepts no further photo.',
    }),
    body: endBody,
  };
  app.post(`${operationPrefix}end_photo_link`, { schema: endSchema }, async (request) => {
    await service.endPhotoLink(request.body.secret);
    return { ended: true };
  });
}
