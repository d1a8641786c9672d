/** Console API: uploads of icons and of the large pictures of goods. */

import type { FastifyInstance } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { invalidParameter } from '../../domain/errors.ts';
import { type AddedIcon, addIcon, type IconUse, iconRules } from '../../usecases/goods/icons.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { requireDeclaredSize } from '../requests/body-parsers.ts';
import { takeFile } from '../requests/multipart-file.ts';
import { iconSchema, pictureSchema } from './console-goods-schemas.ts';

/** Room for the multipart boundaries and part headers. */
const otherPartsSizeBytesMax = 16 * 1024;

interface UploadRoute {
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly answer: TSchema;
  readonly use: IconUse;
  readonly toWire: (added: AddedIcon) => object;
}

const routes: readonly UploadRoute[] = [
  {
    path: 'icons',
    name: 'add_icon',
    summary: 'Upload an icon',
    description: 'PNG or WebP, up to 1 MB. It is decoded and written anew, scaled down to 512 pixels.',
    answer: iconSchema,
    use: 'icon',
    toWire: ({ icon, widthPx, heightPx }) => ({ icon, width: widthPx, height: heightPx }),
  },
  {
    path: 'good_pictures',
    name: 'add_good_picture',
    summary: 'Upload a picture of a good',
    description:
      'JPEG, PNG or WebP, up to 10 MB. It is decoded and written anew as WebP, scaled down to 1280 pixels.',
    answer: pictureSchema,
    use: 'picture',
    toWire: ({ icon, widthPx, heightPx }) => ({ picture: icon, width: widthPx, height: heightPx }),
  },
];

/** Registers the routes in a context of their own, because their multipart parser leaves the body as a stream. */
export function registerIconUploads(plain: FastifyInstance, context: ConsoleContext): void {
  plain.register(async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, null));
    for (const route of routes) registerUpload(app, context, route);
  });
}

function registerUpload(
  app: FastifyInstance,
  { deps, options, callerOf, callerNow }: ConsoleContext,
  { path, name, summary, description, answer, use, toWire }: UploadRoute,
): void {
  const bodySizeBytesMax = iconRules[use].sizeBytesMax + otherPartsSizeBytesMax;
  const file = Type.Unsafe<unknown>({
    type: 'string',
    format: 'binary',
    description: 'The picture file.',
  });
  const schema = consoleSchema(
    {
      name,
      summary,
      description,
      multipart: true,
      answer,
      answerStatus: 201,
      answerDescription: 'The picture was stored; a good may use it now.',
      errors: ['unusable_image'],
    },
    { body: Type.Object({ file }) },
  );
  app.post(
    `${consolePrefix}${path}`,
    // The body is still a stream here, so there is nothing to validate.
    {
      schema: { ...schema, consumes: ['multipart/form-data'] },
      config: { cost: 'upload' },
      bodyLimit: bodySizeBytesMax,
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      if (request.headers['content-type'] === undefined) {
        throw invalidParameter('file', 'missing', 'Send the picture as a file part named `file`.');
      }
      requireDeclaredSize(request, bodySizeBytesMax);
      const caller = callerOf(request);
      const added = await takeFile(request.raw, bodySizeBytesMax, options.limits, (source) =>
        addIcon(deps, caller, source, use, () => callerNow(request)),
      );
      return reply.status(201).send(toWire(added));
    },
  );
}
