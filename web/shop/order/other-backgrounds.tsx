/** Downloads of a finished ID photo on the background colours that were not ordered. */

import { useMutation } from '@tanstack/react-query';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { serviceLink } from '../api/local-link.ts';
import { photoInColor } from '../api/operations.ts';
import { type Color, colors, type Document, type OrderDetails } from '../api/types.ts';
import { documentText } from '../documents/purpose-text.ts';
import { useDocument } from '../documents/use-documents.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';
import { idPhotoName } from './download-name.ts';

/**
 * Downloads a file whose address the service sends only after the click, which is why the page cannot contain a
 * link to it.
 */
function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = serviceLink(url);
  link.download = name;
  link.click();
}

/** The other background colours of the photo. The list is empty if the background stays as photographed. */
function otherColours(details: OrderDetails, document: Document | null): readonly Color[] {
  if (details.crop_only === 1 || (details.document !== null && document === null)) return [];
  if (document?.alteration === 'forbidden') return [];
  const ordered = details.color ?? document?.backgrounds[0];
  return colors.filter(
    (color) => color !== ordered && (document === null || document.backgrounds.includes(color)),
  );
}

interface NotMadeProps {
  readonly error: unknown;
  readonly color: Color;
  readonly document: Document | null;
  /** Whether the page offers more backgrounds than this one. */
  readonly hasOthers: boolean;
}

function NotMade({ error, color, document, hasOthers }: NotMadeProps) {
  const { t, language } = useWords();
  if (asApiError(error).reason !== 'colour_misses_rule' || document === null) {
    return <ErrorNotice error={error} />;
  }
  const text = [
    t.colourMissesRule(t.colors[color], documentText(document, language)),
    hasOthers ? t.otherColoursWork : null,
  ];
  return <Notice tone="bad" title={t.errorTitle} text={text} />;
}

interface OtherBackgroundsProps {
  readonly orderNo: string;
  readonly details: OrderDetails;
}

export function OtherBackgrounds({ orderNo, details }: OtherBackgroundsProps) {
  const { t } = useWords();
  const document = useDocument(details.document);
  const fetching = useMutation({
    mutationFn: (color: Color) => photoInColor(orderNo, color),
    onSuccess: ({ url }, color) => download(url, idPhotoName(details, color)),
  });
  const offered = otherColours(details, document);
  if (offered.length === 0) return null;
  return (
    <>
      <h3 id="backgrounds">{t.backgrounds}</h3>
      <ul className="extra-choices" aria-labelledby="backgrounds" aria-busy={fetching.isPending}>
        {offered.map((color) => (
          <li key={color}>
            <button
              type="button"
              className="button quiet small"
              disabled={fetching.isPending}
              onClick={() => fetching.mutate(color)}
            >
              <span className={`dot ${color}`} />
              {t.colors[color]}
            </button>
          </li>
        ))}
      </ul>
      {fetching.isError && (
        <NotMade
          error={fetching.error}
          color={fetching.variables}
          document={document}
          hasOthers={offered.length > 1}
        />
      )}
    </>
  );
}
