/** Writes the objects of a PDF into a file with its table of addresses (ISO 32000-1, 7.5). */

import { deflateSync } from 'node:zlib';

/** The number of an object, to refer to it from another one. */
export type ObjectNo = number;

export interface PdfFile {
  /** Reserves a number, so that two objects can refer to each other. */
  reserve(): ObjectNo;
  /** @param content in PDF syntax. */
  put(no: ObjectNo, content: string): void;
  add(content: string): ObjectNo;
  /** @param entries of the stream's dictionary, in PDF syntax. If they name no filter, the bytes are compressed. */
  addStream(bytes: Buffer, entries?: string): ObjectNo;
  /** @param root the object of the document catalogue. @param info the object with title and day. */
  bytes(root: ObjectNo, info: ObjectNo): Buffer;
}

export const ref = (no: ObjectNo): string => `${no} 0 R`;

/** Encodes a text that is not part of the page's content, such as the title, as UTF-16 with a byte order mark. */
export function pdfText(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

export function createPdf(): PdfFile {
  const objects: Buffer[] = [];
  const reserve = (): ObjectNo => objects.push(Buffer.alloc(0));
  const putBytes = (no: ObjectNo, ...parts: readonly (string | Buffer)[]): void => {
    objects[no - 1] = Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
    );
  };
  return {
    reserve,
    put: putBytes,
    add(content) {
      const no = reserve();
      putBytes(no, content);
      return no;
    },
    addStream(bytes, entries = '') {
      const isFiltered = entries.includes('/Filter');
      const stored = isFiltered ? bytes : deflateSync(bytes);
      const filter = isFiltered ? '' : ' /Filter /FlateDecode';
      const no = reserve();
      putBytes(no, `<< ${entries}${filter} /Length ${stored.length} >>\nstream\n`, stored, '\nendstream');
      return no;
    },
    bytes(root, info) {
      // The second line has bytes above 127, so that programs treat the file as binary.
      const parts = [Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1')];
      let offset = parts[0]?.length ?? 0;
      const addresses = ['0000000000 65535 f \n'];
      for (const [index, object] of objects.entries()) {
        addresses.push(`${String(offset).padStart(10, '0')} 00000 n \n`);
        const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
        parts.push(part);
        offset += part.length;
      }
      const size = objects.length + 1;
      const trailer = `trailer\n<< /Size ${size} /Root ${ref(root)} /Info ${ref(info)} >>\nstartxref\n${offset}\n%%EOF\n`;
      return Buffer.concat([
        ...parts,
        Buffer.from(`xref\n0 ${size}\n${addresses.join('')}${trailer}`, 'latin1'),
      ]);
    },
  };
}
