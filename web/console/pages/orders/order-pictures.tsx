/** The customer's photo and the result side by side. Their links expire after five minutes; refetches renew them. */

import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import type { OrderDetail } from '../../api/types.ts';
import { Card } from '../../layout/card.tsx';
import { useMay } from '../../session/use-session.ts';
import { useWords, words } from '../../texts/words.ts';

function Picture({
  url,
  alt,
  caption,
}: {
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
}) {
  const { t } = useWords();
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  // Each response has a new link to the same photo. Keep the link that is shown until it fails, because a new
  // link would load the photo again.
  const [shownUrl, setShownUrl] = useState(url);
  if (failedUrl === shownUrl && url !== shownUrl) setShownUrl(url);
  return (
    <figure className="picture">
      {failedUrl === shownUrl ? (
        <div className="no-picture">{t.orders.photoBroken}</div>
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

/** A new picture after a problem is another file, so the page must load it. */
function fileOf(url: string): string {
  return new URL(url, window.location.href).pathname;
}

function missingResult(order: OrderDetail): string {
  const { t } = words();
  if (order.deal_status === 'done') return t.orders.photoDeleted;
  if (order.deal_status === 'fail') return t.orders.photoFailed;
  return t.orders.photoNotReady;
}

export function OrderPictures({ order }: { readonly order: OrderDetail }) {
  const { t } = useWords();
  const may = useMay();
  if (order.funct_name === 'mark_order_vip') return null;
  const { input, result } = order;
  return (
    <Card title={t.orders.photos}>
      {may('pictures_see') ? (
        <div className="pictures">
          {input === null ? (
            <NoPicture words={t.orders.photoDeleted} caption={t.orders.original} />
          ) : (
            <Picture
              url={input.url}
              alt={t.orders.originalLabel}
              caption={t.orders.originalSize(input.width, input.height)}
            />
          )}
          {result === null ? (
            <NoPicture words={missingResult(order)} caption={t.orders.result} />
          ) : (
            <Picture
              key={fileOf(result.url)}
              url={result.url}
              alt={t.orders.resultLabel}
              caption={t.orders.result}
            />
          )}
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          {t.orders.photosHidden}
        </Text>
      )}
    </Card>
  );
}
