/** What `identify.ts` needs to find the caller of a request. */

/** The credentials of a request. If a request has several, only one is used: the first in the order of these fields. */
export interface Credentials {
  /** The digest of an operator's API token. */
  readonly apiTokenDigest?: string;
  readonly bearer?: string;
  readonly basic?: { readonly name: string; readonly password: string };
  /** The value of the guest cookie. An invalid cookie is ignored. */
  readonly cookie?: string;
}
