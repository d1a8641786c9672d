/**
 * The end of every view: who runs the shop, how to reach them, and their terms. Empty until the operator has
 * entered these texts.
 */

import type { ShopConfig } from '../api/types.ts';
import { useWords } from '../texts/words.ts';

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const phone = /^\+?[\d\s()-]{6,}$/;

/** @returns null for a contact that is neither an e-mail address nor a phone number. */
function contactUrl(contact: string): string | null {
  if (email.test(contact)) return `mailto:${contact}`;
  return phone.test(contact) ? `tel:${contact.replaceAll(/[\s()-]/g, '')}` : null;
}

function Contact({ contact }: { readonly contact: string }) {
  const { t } = useWords();
  const url = contactUrl(contact);
  return (
    <p>
      {t.contact} {url === null ? contact : <a href={url}>{contact}</a>}
    </p>
  );
}

export function PageFooter({ config }: { readonly config: ShopConfig }) {
  const { t } = useWords();
  const { contact, company, terms_url: terms, privacy_url: privacy } = config;
  if ((contact ?? '') + company + terms + privacy === '') return null;
  return (
    <footer className="page-footer">
      {(company !== '' || contact !== null) && (
        <div>
          {company !== '' && <p className="company">{company}</p>}
          {contact !== null && <Contact contact={contact} />}
        </div>
      )}
      {(terms !== '' || privacy !== '') && (
        <nav aria-label={t.legal}>
          {terms !== '' && (
            <a href={terms} target="_blank" rel="noreferrer">
              {t.terms}
            </a>
          )}
          {privacy !== '' && (
            <a href={privacy} target="_blank" rel="noreferrer">
              {t.privacyPolicy}
            </a>
          )}
        </nav>
      )}
    </footer>
  );
}
