/** Explains each error code to client developers, at `/docs/errors`. */

import type { ErrorCode } from '../../domain/errors.ts';

export const errorExplanations: Readonly<Record<ErrorCode, string>> = {
  malformed_request:
    'The request cannot be read: broken JSON, a broken multipart body, too many fields or an invalid address. Correct the client.',
  unauthenticated:
    'The call needs a user, or the shop does not allow guests. Send Authorization: Bearer with a token.',
  invalid_credential: 'The token or password is wrong or has expired. Get a new one before you call again.',
  forbidden:
    'The operator’s role does not allow this call, the refund needs two operators, or a page of another site sent the request.',
  unknown_operation: 'There is no operation at this address. Compare its name, capitals included.',
  unknown_order: 'There is no such order, or it belongs to another signed-in user.',
  unknown_file: 'The service did not sign this link. Fetch the order and use deal_result unchanged.',
  unknown_payment: 'The sandbox has no such payment.',
  unknown_item: 'The console has no such operator, session, user, good, job or refund request.',
  method_not_allowed: 'The address takes another method; see the Allow header. Operations are POST.',
  illegal_transition: 'The state of the order or item does not allow this. Fetch it again and decide anew.',
  request_in_flight:
    'A request with the same Idempotency-Key is still being processed. Wait, then repeat the request.',
  result_expired: 'The result has been deleted because its storage time is over.',
  link_expired:
    'The time for which a link to a picture works is over: fetch the order again. Or the link for the photo of another device has ended: make a new one.',
  upload_expired: 'The upload has been deleted because its storage time is over. Upload the photo again.',
  body_too_large: 'The body or the file is over the limit. Send a smaller one.',
  unsupported_media_type:
    'Send JSON, a form or multipart, without compression. ext_upload takes multipart only.',
  invalid_parameters: 'One or more fields are wrong or missing. errors lists each with a JSON Pointer.',
  unusable_image:
    'The file is not an image, cannot be decoded or has too many pixels. Ask for another photo.',
  idempotency_key_reused:
    'The Idempotency-Key was used with other parameters or another file. Use a new key.',
  too_many_requests: 'The client has reached its limit. Wait as long as Retry-After says.',
  payment_provider_failed:
    'The payment provider did not answer. Try again: the same payment attempt is used, so nothing is paid twice.',
  unavailable: 'The service is starting, stopping, busy or out of disk space. Try again after Retry-After.',
  internal: 'A fault of the service. Try again; if the error stays, send the operator the request_id.',
};
