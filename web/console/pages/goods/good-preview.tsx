/** The card of the edited product as the shop shows it, in the language whose texts are edited. */

import { Text } from '@mantine/core';
import { formatMoney } from '../../../../src/domain/format-money.ts';
import { goodText } from '../../../../src/domain/goods/good-text.ts';
import { languageTag } from '../../../../src/domain/language.ts';
import { GoodCard } from '../../../shared/good-card.tsx';
import { goodCardWords } from '../../../shared/good-card-words.ts';
import { minorFromMajor } from '../../format/major-units.ts';
import { useSession } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import type { GoodDraft, TextsKey } from './good-draft.ts';
import { iconAddress } from './icon-address.ts';

export function GoodPreview({ draft, shown }: { readonly draft: GoodDraft; readonly shown: TextsKey }) {
  const { t, language: ownLanguage } = useWords();
  const { shop } = useSession();
  const language = shown === 'own' ? ownLanguage : shown;
  const cardWords = goodCardWords[language];
  const { own } = draft.texts;
  const textOf = (name: 'title' | 'summary') =>
    shown === 'own' ? own[name] : draft.texts[shown][name].trim() || goodText(own[name], shown);
  const money = (minor: number | null) =>
    minor === null ? '–' : formatMoney(minor, shop.currency, languageTag(language));
  const memberPrice = minorFromMajor(draft.memberPrice);
  return (
    <section aria-label={t.goods.preview} className="good-preview">
      <Text size="sm" fw={600} mb={6}>
        {t.goods.preview}
      </Text>
      <div className="good-card" lang={languageTag(language)}>
        <GoodCard
          title={textOf('title')}
          summary={textOf('summary')}
          icon={iconAddress(draft.icon)}
          picture={draft.picture}
          price={money(minorFromMajor(draft.price))}
          unit={draft.functName === 'mark_order_vip' ? cardWords.perMonth : null}
          struckPrice={null}
          memberPrice={memberPrice === null ? null : cardWords.memberPrice(money(memberPrice))}
          choose={cardWords.choose}
          isLazy={false}
        />
      </div>
    </section>
  );
}
