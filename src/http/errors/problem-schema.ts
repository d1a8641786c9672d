/** The body of every error (RFC 9457), for the OpenAPI document. `problem.ts` writes it. */

import { errorReasons } from '../../domain/error-reasons.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { fieldCodes } from '../../domain/field-codes.ts';

/** Referred to as `Problem` in the OpenAPI document. */
export const sharedProblemSchema = {
  $id: 'Problem',
  type: 'object',
  description: 'RFC 9457 problem details.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'msg', 'request_id'],
  properties: {
    type: { type: 'string', description: 'Address of the page that explains `code`.' },
    title: { type: 'string' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'The cause of the error, in a sentence.' },
    instance: { type: 'string', description: 'Path of the request.' },
    code: {
      type: 'string',
      enum: Object.keys(errorCatalogue),
      description: 'The error code. Codes never change, so a client can compare them.',
    },
    reason: {
      type: 'string',
      enum: Object.keys(errorReasons),
      description: 'More exact cause than `code`, if there is one. Stable.',
    },
    msg: { type: 'string', description: 'Same text as `detail`.' },
    errors: {
      type: 'array',
      description: 'The wrong fields, if it was about fields.',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer of the field.', examples: ['/goods_id'] },
          code: {
            type: 'string',
            enum: Object.keys(fieldCodes),
            description: 'The code of what is wrong with the field. Codes never change.',
          },
          params: {
            type: 'object',
            additionalProperties: { type: 'integer' },
            description: 'Limits that `code` refers to.',
            examples: [{ min: 1, max: 12 }],
          },
          detail: { type: 'string' },
        },
      },
    },
    request_id: {
      type: 'string',
      description: 'Number of the request; name it when you ask the operator of the service.',
    },
  },
};

export const problemSchema = { $ref: 'Problem#' };
