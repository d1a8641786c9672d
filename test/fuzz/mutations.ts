/** Inputs that are made from known ones: bytes are changed, removed, repeated or joined with those of another input. */

import fc from 'fast-check';

/** Numbers at which parsers go wrong, as texts. */
const numbers = ['0', '-1', '1e999', '2147483648', '4294967296', '9007199254740993', '0x10', 'NaN', '٣'];
const texts = [
  '\0',
  '\r\n',
  '\n\n',
  '%00',
  '%',
  '%zz',
  '%2f..',
  '\\u0000',
  '\\ud800',
  '"',
  "'",
  '{',
  '[',
  '\xff\xfe',
];

interface Change {
  readonly kind: 'replace' | 'insert' | 'remove' | 'repeat' | 'splice' | 'flip';
  /** A place in the input, as a share of its length. */
  readonly at: number;
  readonly length: number;
  readonly text: string;
  readonly other: number;
}

function changeOf(dictionary: readonly string[]): fc.Arbitrary<Change> {
  const text = fc.oneof(
    fc.constantFrom(...numbers, ...texts, ...dictionary),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  return fc.record({
    kind: fc.constantFrom('replace', 'insert', 'remove', 'repeat', 'splice', 'flip'),
    at: fc.nat(9_999).map((share) => share / 10_000),
    length: fc.oneof(fc.nat(8), fc.nat(200)),
    text,
    other: fc.nat(),
  });
}

function apply(input: Buffer, { kind, at, length, text, other }: Change, known: readonly Buffer[]): Buffer {
  const start = Math.floor(at * input.length);
  const before = input.subarray(0, start);
  const after = input.subarray(start + length);
  switch (kind) {
    case 'replace':
      return Buffer.concat([before, Buffer.from(text), input.subarray(start + text.length)]);
    case 'insert':
      return Buffer.concat([before, Buffer.from(text), input.subarray(start)]);
    case 'remove':
      return Buffer.concat([before, after]);
    case 'repeat': {
      const part = input.subarray(start, start + length);
      return Buffer.concat([before, ...Array.from({ length: 2 + (other % 40) }, () => part), after]);
    }
    case 'splice': {
      const source = known[other % known.length] ?? input;
      return Buffer.concat([before, source.subarray(Math.floor(at * source.length))]);
    }
    case 'flip': {
      const changed = Buffer.from(input);
      const byte = changed[start];
      if (byte !== undefined) changed[start] = byte ^ (1 << (other % 8));
      return changed;
    }
  }
}

/**
 * @param known at least one input. The list must not change while the generated inputs are used, because fast-check
 * generates an input again to make it smaller.
 */
export function mutationsOf(
  known: readonly Buffer[],
  dictionary: readonly string[],
  inputBytesMax: number,
): fc.Arbitrary<Buffer> {
  return fc
    .tuple(fc.constantFrom(...known), fc.array(changeOf(dictionary), { minLength: 1, maxLength: 6 }))
    .map(([input, changes]) =>
      changes.reduce((changed, change) => apply(changed, change, known), input).subarray(0, inputBytesMax),
    );
}
