/**
 * The picture under a grid of places. The customer marks places by touch, mouse or keyboard. The marked part is the
 * smallest rectangle around all marked places.
 */

import { useState } from 'react';
import { areaUnits, type PictureArea } from '../../../src/domain/order-problem.ts';
import { useWords } from '../texts/words.ts';

const rows = 4;
const columns = 4;

/** @returns null if no place is marked. */
function areaOf(places: ReadonlySet<number>): PictureArea | null {
  if (places.size === 0) return null;
  const marked = [...places].map((place) => ({ row: Math.floor(place / columns), column: place % columns }));
  const left = Math.min(...marked.map(({ column }) => column));
  const right = Math.max(...marked.map(({ column }) => column)) + 1;
  const top = Math.min(...marked.map(({ row }) => row));
  const bottom = Math.max(...marked.map(({ row }) => row)) + 1;
  const width = areaUnits / columns;
  const height = areaUnits / rows;
  return {
    left: left * width,
    top: top * height,
    width: (right - left) * width,
    height: (bottom - top) * height,
  };
}

interface PlaceChoiceProps {
  readonly picture: string;
  readonly onArea: (area: PictureArea | null) => void;
}

export function PlaceChoice({ picture, onArea }: PlaceChoiceProps) {
  const { t } = useWords();
  const [places, setPlaces] = useState<ReadonlySet<number>>(new Set());
  function toggle(place: number): void {
    const next = new Set(places);
    if (!next.delete(place)) next.add(place);
    setPlaces(next);
    onArea(areaOf(next));
  }
  return (
    <fieldset className="places">
      <legend>{t.problemArea}</legend>
      <p className="hint">{t.problemAreaHint}</p>
      <div className="places-picture">
        <img src={picture} alt={t.finished} />
        <div className="places-grid">
          {Array.from({ length: rows * columns }, (_, place) => (
            <input
              // biome-ignore lint/suspicious/noArrayIndexKey: the places never change
              key={place}
              type="checkbox"
              aria-label={t.problemPlace(Math.floor(place / columns) + 1, (place % columns) + 1)}
              checked={places.has(place)}
              onChange={() => toggle(place)}
            />
          ))}
        </div>
      </div>
    </fieldset>
  );
}
