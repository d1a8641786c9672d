/** The customer's membership and its end; empty for a customer who never was a member. */

import { formatDate, parseServiceTime } from '../../shared/service-time.ts';
import { kindOf } from '../api/types.ts';
import { Link } from '../parts/link.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useRoute } from '../route.ts';
import { useWords } from '../texts/words.ts';

export function MembershipCard() {
  const { t, locale } = useWords();
  const { vip, goods, config } = useShop();
  const route = useRoute();
  if (vip.vip_until === null) return null;
  const until = parseServiceTime(vip.vip_until, config.time_zone);
  if (until === null) return null;
  const good = goods.find((each) => kindOf(each) === 'vip');
  const isHere = route.view === 'good' && route.goodsId === good?.id;
  const date = formatDate(until, locale);
  return (
    <aside className="member">
      <img src="/icons/vip.svg" alt="" width="40" height="40" />
      <p>
        {vip.is_vip && <strong>{t.isMember}</strong>}
        <span>{vip.is_vip ? t.memberUntil(date) : t.memberEnded(date)}</span>
      </p>
      {good !== undefined && !isHere && (
        <Link to={{ view: 'good', goodsId: good.id }} className="button quiet small">
          {t.extend}
        </Link>
      )}
    </aside>
  );
}
