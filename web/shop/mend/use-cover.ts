/** The cover of the newest cut-out. The former cover stays until the new one is loaded. */

import { useEffect, useState } from 'react';
import type { Crop } from '../api/types.ts';
import type { CutOut } from '../photo/use-photo.ts';
import { coverOf } from './draw-mending.ts';

export interface Cover {
  readonly picture: HTMLCanvasElement;
  /** Where the picture lies in the photo. */
  readonly crop: Crop;
}

/** @returns null until the first cut-out is loaded. */
export function useCover({ preview, crop }: CutOut, background: string): Cover | null {
  const [cover, setCover] = useState<Cover | null>(null);
  useEffect(() => {
    let isOver = false;
    const image = new Image();
    image.src = preview;
    image.decode().then(
      () => {
        if (!isOver) setCover({ picture: coverOf(image, background), crop });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [preview, crop, background]);
  return cover;
}
