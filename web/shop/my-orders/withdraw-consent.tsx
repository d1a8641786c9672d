/** Lets a customer withdraw the consent to process faces. */

import { ErrorNotice } from '../parts/error-notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useFaceConsent } from '../photo/use-face-consent.ts';
import { useWords } from '../texts/words.ts';

export function WithdrawConsent() {
  const { t } = useWords();
  const { config } = useShop();
  const withdrawing = useFaceConsent(false);
  if (withdrawing.isSuccess && config.face_consent?.is_given !== true) {
    return (
      <p className="hint" role="status">
        {t.consentWithdrawn}
      </p>
    );
  }
  if (config.face_consent?.is_given !== true) return null;
  return (
    <>
      <p className="hint">{t.consentGiven}</p>
      {withdrawing.isError && <ErrorNotice error={withdrawing.error} />}
      <div className="actions">
        <button
          type="button"
          className="button quiet small"
          disabled={withdrawing.isPending}
          onClick={() => withdrawing.mutate()}
        >
          {t.consentWithdraw}
        </button>
      </div>
    </>
  );
}
