/** Saves the orders that match the filters as a file, and says if the file does not have all of them. */

import { errorOfAnswer } from '../../../../client/src/api-error.ts';
import { showError, showWarning } from '../../components/toast.ts';
import { words } from '../../texts/words.ts';
import { ordersCsvAddress } from './orders-api.ts';

export async function exportOrders(query: Readonly<Record<string, string>>): Promise<void> {
  try {
    const answer = await fetch(ordersCsvAddress(query), { credentials: 'same-origin', cache: 'no-store' });
    if (!answer.ok) {
      throw errorOfAnswer(answer.status, await answer.text(), (name) => answer.headers.get(name));
    }
    saveAs('orders.csv', await answer.blob());
    if (answer.headers.get('x-cut') === '1') showWarning(words().t.bulk.exportCut);
  } catch (error) {
    showError(error);
  }
}

function saveAs(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
