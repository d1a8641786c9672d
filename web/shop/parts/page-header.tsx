/**
 * The bar above every view: links to the first view and to the customer's orders, and the choice of the
 * language.
 */

import { switchLanguage } from '../../shared/words.ts';
import { useRoute } from '../route.ts';
import { useWords } from '../texts/words.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { shopLogo, shopName } from './shop-identity.ts';

export function PageHeader() {
  const { t, language } = useWords();
  const { view } = useRoute();
  return (
    <header className="bar">
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <Link to={{ view: 'home' }} className="brand">
        <img src={shopLogo} alt="" width="30" height="30" />
        <span>{shopName}</span>
      </Link>
      <nav>
        <Link to={{ view: 'orders' }} className="bar-link" current={view === 'orders'}>
          <Icon name="receipt" />
          {t.myOrders}
        </Link>
        <button
          type="button"
          className="bar-link"
          lang={language === 'en' ? 'zh-CN' : 'en'}
          aria-label={t.otherLanguageLabel}
          onClick={switchLanguage}
        >
          {t.otherLanguage}
        </button>
      </nav>
    </header>
  );
}
