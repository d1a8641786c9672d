/** One order: its stage, what can be done with it, and its result. The view follows the order's changes. */

import { useEffect, useState } from 'react';
import { fileOf } from '../api/local-link.ts';
import { kindOf } from '../api/types.ts';
import { OrderEmail } from '../emails/order-email.tsx';
import { MembershipCard } from '../home/membership-card.tsx';
import { FindOrder } from '../my-orders/find-order.tsx';
import { rememberOrder } from '../my-orders/remembered-orders.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { shopName } from '../parts/shop-identity.ts';
import { useShop } from '../parts/use-shop.ts';
import { useTitle } from '../parts/use-title.ts';
import { PayPanel } from '../payment/pay-panel.tsx';
import { payableOrder } from '../payment/payable.ts';
import { OrderProblems } from '../problems/order-problems.tsx';
import { SeriesOfOrderLink } from '../series/series-link.tsx';
import { useWords } from '../texts/words.ts';
import { FinishedReport } from './finished-report.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderAgain, OrderAgainWhenEnded } from './order-again.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderNotice } from './order-notice.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { OrderResult } from './order-result.tsx';
import { stageOf } from './order-stage.ts';
import { OrderSteps } from './order-steps.tsx';
import { PhotoExtras } from './photo-extras.tsx';
import { useOrder } from './use-order.ts';
import { useOrderDetails } from './use-order-details.ts';

export function OrderView({ orderNo }: { readonly orderNo: string }) {
  const { t } = useWords();
  const { goods, refreshVip } = useShop();
  const watched = useOrder(orderNo);
  const { order, error } = watched;
  const details = useOrderDetails(
    order?.order_no ?? null,
    order === null ? undefined : order.deal_result !== null,
  );
  const stage = order === null ? null : stageOf(order);
  const good = goods.find(({ id }) => id === order?.goods_id);
  useTitle(good === undefined ? t.summary : good.title);
  const isIdPhoto = order !== null && ['id-photo', 'sized-id-photo'].includes(kindOf(order));
  const [remembered, setRemembered] = useState(false);

  useEffect(() => {
    if (order === null || remembered) return;
    rememberOrder(order.order_no);
    setRemembered(true);
  }, [order, remembered]);
  useEffect(() => {
    if (stage === 'vipDone') refreshVip();
  }, [stage, refreshVip]);

  return (
    <>
      <Link to={{ view: 'orders' }} className="way-back">
        <Icon name="back" />
        {t.myOrders}
      </Link>
      <SeriesOfOrderLink orderNo={orderNo} />
      {error !== null && (
        <div className="split">
          <div className="split-main">
            <ErrorNotice error={error} title={error.status === 404 ? t.unknownOrder : undefined} />
            {error.status === 404 && <FindOrder />}
            <div className="actions">
              <Link to={{ view: 'home' }} className="button quiet">
                {t.allProducts}
              </Link>
            </div>
          </div>
        </div>
      )}
      {order === null && error === null && (
        <p className="loading" role="status">
          {t.loading}
        </p>
      )}
      {order !== null && stage !== null && (
        <article>
          <div className="view-title">
            {good !== undefined && <img src={good.icon} alt="" width="56" height="56" />}
            <div>
              <h1>{good === undefined ? shopName : good.title}</h1>
              <p>{t.states[stage]}</p>
            </div>
          </div>
          <div className="split">
            <div className="split-main">
              <OrderSteps order={order} stage={stage} />
              <OrderNotice watched={watched} order={order} details={details} stage={stage} />
              <OrderAgainWhenEnded order={order} details={details} stage={stage} />
              {stage === 'vipDone' && <MembershipCard />}
              {stage === 'waitPay' && (
                <PayPanel payable={payableOrder(order)} text={t.waitPayText} declines={watched.declines} />
              )}
              <OrderEmail order={order} stage={stage} place="main" />
              <OrderResult order={order} details={details} stage={stage} onStale={watched.refresh}>
                <OrderAgain order={order} details={details} className="button quiet" />
              </OrderResult>
              {stage === 'done' && details?.document != null && (
                <FinishedReport order={order} details={details} />
              )}
              {order.deal_result !== null && stage === 'done' && isIdPhoto && details !== null && (
                <PhotoExtras orderNo={orderNo} details={details} picture={fileOf(order.deal_result)} />
              )}
              <OrderProblems order={order} stage={stage} onAnswered={watched.restart} />
            </div>
            <aside className="split-side">
              <OrderFacts order={order} details={details}>
                <OrderActions order={order} stage={stage} onChanged={watched.put} />
                <OrderReceipt order={order} details={details} />
              </OrderFacts>
              <OrderEmail order={order} stage={stage} place="side" />
            </aside>
          </div>
        </article>
      )}
    </>
  );
}
