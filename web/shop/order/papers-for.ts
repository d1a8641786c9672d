/** The papers on which at least one copy of an ID photo fits. The service refuses to make a sheet on another paper. */

import { type IdPhotoSize, idPhotoSizeNames, idPhotoSizes } from '../../../src/domain/goods/id-photo.ts';
import { sheetLayout, sheetPapers } from '../../../src/domain/goods/print-sheet.ts';
import type { Document, OrderDetails, Paper } from '../api/types.ts';
import { customPixels } from '../documents/purpose.ts';

type Size = Pick<IdPhotoSize, 'widthPx' | 'heightPx' | 'dpi'>;

const customDpi = 300;

/** @returns undefined if this page does not know the size, for example of a document that is no longer sold. */
function sizeOf(details: OrderDetails, document: Document | null): Size | undefined {
  const { width, height, unit, dpi } = details;
  if (details.document !== null) {
    if (document === null) return undefined;
    return { widthPx: document.width, heightPx: document.height, dpi: document.dpi };
  }
  if (width !== null && height !== null) {
    const pixels = customPixels({
      unit: unit === 'mm' ? 'mm' : 'px',
      width: String(width),
      height: String(height),
      dpi: dpi === null ? '' : String(dpi),
    });
    return pixels === null ? undefined : { ...pixels, dpi: dpi ?? customDpi };
  }
  const name = idPhotoSizeNames.find((known) => known === (details.size ?? 'one_inch'));
  return name === undefined ? undefined : idPhotoSizes[name];
}

/** @param document the document of the order; null: none, or it is no longer sold. */
export function papersFor(details: OrderDetails, document: Document | null): readonly Paper[] {
  const size = sizeOf(details, document);
  if (size === undefined) return sheetPapers;
  return sheetPapers.filter((paper) => sheetLayout(paper, size) !== undefined);
}
