/** Decodes the nested form of calls to Stripe: `line_items[0][price_data][currency]=cny`. */

export interface FormFields {
  readonly [name: string]: string | FormFields;
}

type OpenFields = { [name: string]: string | OpenFields };

export function decodeForm(text: string): FormFields {
  const root: OpenFields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.replaceAll(']', '').split('[');
    let fields = root;
    for (const key of keys.slice(0, -1)) {
      const inner = fields[key];
      if (typeof inner === 'object') {
        fields = inner;
      } else {
        const fresh: OpenFields = {};
        fields[key] = fresh;
        fields = fresh;
      }
    }
    fields[keys.at(-1) ?? ''] = value;
  }
  return root;
}

/** @returns the text at a path, such as `line_items.0.quantity`; undefined if there is no text. */
export function textAt(fields: FormFields, path: string): string | undefined {
  const value = at(fields, path);
  return typeof value === 'string' ? value : undefined;
}

export function numberAt(fields: FormFields, path: string): number | undefined {
  const text = textAt(fields, path);
  return text === undefined ? undefined : Number(text);
}

/** @returns the texts of the object or list at a path, such as `metadata`, by their keys. */
export function textsAt(fields: FormFields, path: string): Record<string, string> {
  const value = at(fields, path);
  if (typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function at(fields: FormFields, path: string): string | FormFields | undefined {
  let value: string | FormFields | undefined = fields;
  for (const key of path.split('.')) {
    if (typeof value !== 'object') return undefined;
    value = value[key];
  }
  return value;
}
