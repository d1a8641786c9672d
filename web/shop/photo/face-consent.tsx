/** Asks for the consent to process a face, before the customer chooses a photo. */

import { ErrorNotice } from '../parts/error-notice.tsx';
import { useWords } from '../texts/words.ts';
import { type FaceConsentText, useFaceConsent } from './use-face-consent.ts';

export function FaceConsent({ text }: Pick<FaceConsentText, 'text'>) {
  const { t } = useWords();
  const giving = useFaceConsent(true);
  return (
    <div className="consent">
      <h3>{t.consentTitle}</h3>
      <p className="consent-text">{text}</p>
      {giving.isError && <ErrorNotice error={giving.error} />}
      <div className="actions">
        <button type="button" className="button" disabled={giving.isPending} onClick={() => giving.mutate()}>
          {t.consentAgree}
        </button>
      </div>
    </div>
  );
}
