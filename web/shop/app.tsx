/** The frame around every view, and the view that the address names. */

import { useEffect, useRef } from 'react';
import { ErrorBoundary } from '../shared/error-boundary.tsx';
import { GoodView } from './checkout/good-view.tsx';
import { HomeView } from './home/home-view.tsx';
import { MyOrdersView } from './my-orders/my-orders-view.tsx';
import { OpenOrdersLink } from './my-orders/open-orders-link.tsx';
import { OrderView } from './order/order-view.tsx';
import { ClosedBanner } from './parts/closed-banner.tsx';
import { ConnectionBanner } from './parts/connection-banner.tsx';
import { ErrorNotice } from './parts/error-notice.tsx';
import { PageFooter } from './parts/page-footer.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { SandboxBanner } from './parts/sandbox-banner.tsx';
import { ShopContext, useLoadedShop } from './parts/use-shop.ts';
import { SendPhotoView } from './phone/send-photo-view.tsx';
import { type Route, urlOf, useRoute } from './route.ts';
import { SeriesView } from './series/series-view.tsx';
import { useWords } from './texts/words.ts';

function View({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'home':
      return <HomeView />;
    case 'good':
      return <GoodView key={route.goodsId} goodsId={route.goodsId} />;
    case 'order':
      return <OrderView key={route.orderNo} orderNo={route.orderNo} />;
    case 'orders':
      return <MyOrdersView />;
    case 'series':
      return <SeriesView key={urlOf(route)} orderNos={route.orderNos} />;
    case 'send-photo':
      return <SendPhotoView guideText={route.guide} />;
  }
}

/**
 * Moves the focus to each new view except the first, so that a screen reader begins to read there, as on a
 * new page.
 */
function useFocusOnNewView(url: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(url);
  useEffect(() => {
    if (shown.current === url) return;
    shown.current = url;
    main.current?.focus({ preventScroll: true });
  }, [url]);
  return main;
}

export function App() {
  const { t } = useWords();
  const route = useRoute();
  const state = useLoadedShop();
  const main = useFocusOnNewView(urlOf(route));
  return (
    <>
      <PageHeader />
      <OpenOrdersLink />
      {state.kind === 'ready' && <SandboxBanner config={state.shop.config} />}
      {state.kind === 'ready' && <ClosedBanner config={state.shop.config} />}
      <ConnectionBanner />
      <main id="content" ref={main} tabIndex={-1}>
        {state.kind === 'loading' && (
          <p className="loading" role="status">
            {t.loading}
          </p>
        )}
        {state.kind === 'failed' && <ErrorNotice error={state.error} retry={state.retry} />}
        {state.kind === 'ready' && (
          <ShopContext value={state.shop}>
            <ErrorBoundary
              key={urlOf(route)}
              message={(error) => <ErrorNotice error={error} retry={() => window.location.reload()} />}
            >
              <View route={route} />
            </ErrorBoundary>
          </ShopContext>
        )}
      </main>
      {state.kind === 'ready' && <PageFooter config={state.shop.config} />}
    </>
  );
}
