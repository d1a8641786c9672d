/** The form of the keys of stored files. Each file store accepts exactly these keys. */

/**
 * `folder/name.ext`, in lower case, because some file systems ignore case. The form allows no `..` and no further
 * slash, so a key cannot leave the folder.
 */
const keyForm = /^([a-z][a-z0-9-]{0,31})\/([a-z0-9][a-z0-9_-]{1,127})\.([a-z0-9]{1,8})$/;

/**
 * The content type of each file extension. The extension is part of the key, so the content type need not be
 * stored.
 */
const contentTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  bin: 'application/octet-stream',
  json: 'application/json',
  pdf: 'application/pdf',
};

export interface FileKey {
  readonly group: string;
  readonly name: string;
  readonly ending: string;
  readonly contentType: string;
}

/** @returns undefined for a text that does not have the form of a key. */
export function parseFileKey(key: string): FileKey | undefined {
  const [, group, name, ending] = keyForm.exec(key) ?? [];
  if (group === undefined || name === undefined || ending === undefined) return undefined;
  const contentType = contentTypes[ending];
  return contentType === undefined ? undefined : { group, name, ending, contentType };
}

/** @throws Error when the key is invalid. */
export function requireFileKey(key: string): FileKey {
  const parsed = parseFileKey(key);
  if (parsed === undefined) throw new Error('invalid file key');
  return parsed;
}

/** @throws Error when a file with this key cannot have the content type. */
export function requireContentType(key: string, contentType: string): FileKey {
  const parsed = requireFileKey(key);
  if (parsed.contentType !== contentType) throw new Error(`${key} cannot hold ${contentType}`);
  return parsed;
}
