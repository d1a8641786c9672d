/** Downloads the finished pictures of a series for its archive. */

import { serviceLink } from '../api/local-link.ts';
import { fetchOrder } from '../api/operations.ts';
import { createTurns } from '../parts/turns.ts';

/** How many pictures are downloaded at once. */
const downloadsMax = 2;

/** Links to pictures expire, so each picture is fetched by a new link. @throws Error without a picture. */
async function fetchPicture(orderNo: string): Promise<Uint8Array> {
  const { deal_result: link } = await fetchOrder(orderNo);
  if (link === null) throw new Error('the picture has been deleted');
  const response = await fetch(serviceLink(link));
  if (!response.ok) throw new Error(`the picture has the status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * @param onProgress receives the number of pictures that are finished or failed.
 * @returns the pictures by the numbers of their orders. A picture that failed twice is missing.
 */
export async function fetchPictures(
  orderNos: readonly string[],
  onProgress: (count: number) => void,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  const inTurn = createTurns(downloadsMax);
  let count = 0;
  await Promise.all(
    orderNos.map((orderNo) =>
      inTurn(async () => {
        const picture = await fetchPicture(orderNo)
          .catch(() => fetchPicture(orderNo))
          .catch(() => null);
        if (picture !== null) pictures.set(orderNo, picture);
        count += 1;
        onProgress(count);
      }),
    ),
  );
  return pictures;
}
