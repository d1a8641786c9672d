/** Makes HTML from templates. Every text is escaped, because customers can put any text into an order. */

export interface Html {
  readonly markup: string;
}

type Piece = string | number | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

function isHtml(piece: Html | readonly Html[]): piece is Html {
  return 'markup' in piece;
}

function markupOf(piece: Piece): string {
  if (typeof piece === 'number') return String(piece);
  if (typeof piece === 'string') return escapeText(piece);
  return isHtml(piece) ? piece.markup : piece.map(({ markup }) => markup).join('');
}

/** Escapes the pieces that are texts or numbers. The template must quote attribute values with double quotes. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { markup: String.raw({ raw: strings }, ...pieces.map(markupOf)) };
}
