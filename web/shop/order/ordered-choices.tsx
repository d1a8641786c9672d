/** What the customer chose for an order, as a list, for example the size and the background of an ID photo. */

import type { OrderDetails } from '../api/types.ts';
import { useDocuments } from '../documents/use-documents.ts';
import { choicesText } from '../texts/choices-text.ts';
import { useWords } from '../texts/words.ts';

/** @param details null until they are loaded. */
export function OrderedChoices({ details }: { readonly details: OrderDetails | null }) {
  const { t, language } = useWords();
  const documents = useDocuments(details?.document != null);
  const choices = details === null ? [] : choicesText(details, { t, language, documents });
  if (choices.length === 0) return null;
  return (
    <ul className="choices">
      {choices.map((choice) => (
        <li key={choice}>{choice}</li>
      ))}
    </ul>
  );
}
