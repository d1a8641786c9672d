/** Explains each error code to client developers, at `/docs/errors`. */

import type { ErrorCode } from '../../domain/errors.ts';

export const errorExplanations: Readonly<Record<ErrorCode, string>> = {
  malformed_request:
    'The request could not be read: broken JSON, a broken multipart body, a bad address. Mend the client.',
  unauthenticated:
    'The call is about the caller’s own things, or the shop takes no guests. Send Authorization: Bearer.',
  invalid_credential:
    'The token or password does not hold, or has expired. Get a new one; do not repeat the call as it is.',
  forbidden:
    'The operator’s role does not allow this call, or the refund needs two operators. Customers never receive it.',
  unknown_operation: 'Nothing is at this address. Compare the operation’s name, capitals included.',
  unknown_order: 'No such order, or it is another user’s.',
  unknown_file: 'The link is not one of ours. Take deal_result as it is from a fresh look-up.',
  unknown_payment: 'The sandbox knows no such payment.',
  unknown_item: 'The console knows no such operator, session, user, good, job or approval.',
  method_not_allowed:
    'The address exists and takes another method; see the Allow header. Operations are POST.',
  illegal_transition: 'The order is no longer in a state that allows this. Look it up and decide anew.',
  request_in_flight: 'A call with the same Idempotency-Key is still being answered. Wait, then repeat it.',
  result_expired: 'The result was kept for its time and is gone. It cannot be fetched any more.',
  link_expired: 'The link’s hour is over. Look the order up again for a fresh one.',
  upload_expired: 'The upload was kept 24 hours and is gone. Upload the photo again.',
  body_too_large: 'The body or the file is beyond the limit. Send a smaller one.',
  unsupported_media_type: 'Send JSON, a form, or multipart; ext_upload takes multipart alone.',
  invalid_parameters: 'One or more fields are wrong or missing; errors names each by a JSON Pointer.',
  unusable_image:
    'The file is not an image that can be decoded, or has too many pixels. Ask for another photo.',
  idempotency_key_reused:
    'The Idempotency-Key was used before with other parameters or another file. Use a new key.',
  too_many_requests: 'The client’s limit is reached. Wait as long as Retry-After says.',
  payment_provider_failed:
    'The payment provider did not answer. Try again: the same attempt is taken up, so that nothing is paid twice.',
  unavailable: 'The service is starting, stopping or overloaded. Try again after Retry-After.',
  internal: 'Our fault. Try again; if it stays, tell the operator the request_id.',
};
