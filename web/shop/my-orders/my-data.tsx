/** Lets the customer download what the shop stores about them. */

import { useMutation } from '@tanstack/react-query';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../texts/words.ts';
import { downloadMyData } from './download-my-data.ts';
import { WithdrawConsent } from './withdraw-consent.tsx';

export function MyData() {
  const { t } = useWords();
  const downloading = useMutation({ mutationFn: downloadMyData, retry: false });
  return (
    <section className="panel">
      <h2>{t.myDataTitle}</h2>
      <p className="hint">{t.myDataText}</p>
      {downloading.isError && <ErrorNotice error={downloading.error} />}
      <div className="actions">
        <button
          type="button"
          className="button quiet small"
          disabled={downloading.isPending}
          onClick={() => downloading.mutate()}
        >
          <Icon name="download" />
          {t.myDataDownload}
        </button>
      </div>
      <WithdrawConsent />
    </section>
  );
}
