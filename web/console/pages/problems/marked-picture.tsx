/** The picture that a problem is about, with the part that the customer marked. */

import { Anchor } from '@mantine/core';
import { useState } from 'react';
import type { OrderProblem } from '../../api/types.ts';
import { useWords } from '../../texts/words.ts';

interface MarkedPictureProps {
  readonly url: string;
  readonly area: OrderProblem['area'];
}

const percent = (thousandths: number) => `${thousandths / 10}%`;

export function MarkedPicture({ url, area }: MarkedPictureProps) {
  const { t } = useWords();
  // Each response has a new link to the same picture. Keep the first link until the browser cannot load the picture
  // with it.
  const [shownUrl, setShownUrl] = useState(url);
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" className="marked-picture">
      <img
        src={shownUrl}
        alt={t.problems.picture}
        onError={() => {
          if (shownUrl !== url) setShownUrl(url);
        }}
      />
      {area !== null && (
        <span
          className="marked-part"
          style={{
            left: percent(area.left),
            top: percent(area.top),
            width: percent(area.width),
            height: percent(area.height),
          }}
        />
      )}
    </Anchor>
  );
}
