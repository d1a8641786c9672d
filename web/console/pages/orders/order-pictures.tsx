/** What was sent in and what was made of it, side by side. Links live five minutes; the order is asked anew. */

import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import type { OrderDetail } from '../../api/types.ts';
import { Card } from '../../layout/card.tsx';
import { useMay } from '../../session/use-session.ts';
import { t } from '../../texts/words.ts';

function Picture({
  url,
  alt,
  caption,
}: {
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
}) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  // Each answer has a new link to the same picture: the one that is shown stays until it can no longer be.
  const [shownUrl, setShownUrl] = useState(url);
  if (failedUrl === shownUrl && url !== shownUrl) setShownUrl(url);
  return (
    <figure className="picture">
      {failedUrl === shownUrl ? (
        <div className="no-picture">{t('The picture cannot be shown.')}</div>
      ) : (
        <Anchor href={url} target="_blank" rel="noreferrer">
          <img src={shownUrl} alt={alt} onError={() => setFailedUrl(shownUrl)} />
        </Anchor>
      )}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

function NoPicture({ words, caption }: { readonly words: string; readonly caption: string }) {
  return (
    <figure className="picture">
      <div className="no-picture">{words}</div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

function missingResult(order: OrderDetail): string {
  if (order.deal_status === 'done') return t('No longer kept');
  if (order.deal_status === 'fail') return t('Could not be made');
  return t('Not made yet');
}

export function OrderPictures({ order }: { readonly order: OrderDetail }) {
  const may = useMay();
  if (order.funct_name === 'mark_order_vip') return null;
  const { input, result } = order;
  return (
    <Card title={t('Pictures')}>
      {may('pictures_see') ? (
        <div className="pictures">
          {input === null ? (
            <NoPicture words={t('No longer kept')} caption={t('Sent in')} />
          ) : (
            <Picture
              url={input.url}
              alt={t('The customer’s photo')}
              caption={t('Sent in, {width} × {height}', { width: input.width, height: input.height })}
            />
          )}
          {result === null ? (
            <NoPicture words={missingResult(order)} caption={t('Made')} />
          ) : (
            <Picture url={result.url} alt={t('The finished picture')} caption={t('Made')} />
          )}
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          {t('Your role does not show customers’ photos.')}
        </Text>
      )}
    </Card>
  );
}
