/** Opens an order by its number, for a customer who ordered on another device. */

import { useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { navigate } from '../route.ts';
import { useWords } from '../texts/words.ts';

export function FindOrder() {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  // A copied number may have spaces around it, and a typed one small letters.
  const orderNo = typed.replace(/\s/g, '').toUpperCase();
  return (
    <form
      className="panel find"
      onSubmit={(event) => {
        event.preventDefault();
        if (orderNo !== '') navigate({ view: 'order', orderNo });
      }}
    >
      <label className="field">
        <span>{t.findOrder}</span>
        <input
          type="text"
          value={typed}
          placeholder={t.orderNo}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <button type="submit" className="button quiet" disabled={orderNo === ''}>
        <Icon name="search" />
        {t.findOrderButton}
      </button>
      <p className="hint">{t.findOrderText}</p>
    </form>
  );
}
