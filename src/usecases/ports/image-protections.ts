/** The protections of image processes, which decode strangers' images. */

/**
 * The protections with which the machine limits a decoder that an attacker has taken over. `permission_model`
 * restricts JavaScript only; the other protections restrict native code too. `private_files`: the process cannot see
 * the data folder, home folders or sockets.
 */
export const imageProtections = [
  'permission_model',
  'own_user',
  'no_new_privileges',
  'no_network',
  'private_files',
] as const;
export type ImageProtection = (typeof imageProtections)[number];

export interface ImageProtections {
  readonly active: readonly ImageProtection[];
  readonly missing: readonly ImageProtection[];
  /** The error with which the first attempt to start a protected process failed; null if none failed. */
  readonly reason: string | null;
}
