/** The frame around every view, and which view is shown. */

import { useEffect, useRef } from 'react';
import { ErrorNotice } from './components/error-notice.tsx';
import { PageHeader } from './components/page-header.tsx';
import { ReachBanner } from './components/reach-banner.tsx';
import { ShopContext, useLoadedShop } from './hooks/use-shop.ts';
import { GoodView } from './pages/good-view.tsx';
import { HomeView } from './pages/home-view.tsx';
import { MyOrdersView } from './pages/my-orders-view.tsx';
import { OrderView } from './pages/order-view.tsx';
import { type Route, urlOf, useRoute } from './route.ts';
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
  }
}

/** A new view begins at its heading for a screen reader, as a new page would; not on the first. */
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
      <ReachBanner />
      <main id="content" ref={main} tabIndex={-1}>
        {state.kind === 'loading' && (
          <p className="loading" role="status">
            {t.loading}
          </p>
        )}
        {state.kind === 'failed' && <ErrorNotice error={state.error} retry={state.retry} />}
        {state.kind === 'ready' && (
          <ShopContext value={state.shop}>
            <View route={route} />
          </ShopContext>
        )}
      </main>
    </>
  );
}
