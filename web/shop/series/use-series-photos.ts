/**
 * The photos of an order form to which the customer has given several: a list that grows and shrinks. The browser keeps
 * the uploaded photos for the next visit.
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DraftPhoto, saveDraft } from '../checkout/form-draft.ts';
import { createTurns, type InTurn } from '../parts/turns.ts';
import { countOutcomes, type OutcomeCounts, type PhotoOutcome, pending } from './photo-outcome.ts';
import { takePhotos } from './take-photos.ts';

/** How many photos are opened, uploaded and checked at once. */
const photosAtOnceMax = 2;

/** A file of this visit, or the `path` of an upload of an earlier visit. */
export type PhotoSource =
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'upload'; readonly path: string };

export interface SeriesPhoto {
  readonly id: number;
  readonly source: PhotoSource;
  /** The name of the file; empty for a photo without a name. */
  readonly name: string;
  /** When the customer chose the photo, in milliseconds since 1970. */
  readonly chosenAtMs: number;
}

export interface SeriesPhotos {
  readonly photos: readonly SeriesPhoto[];
  readonly counts: OutcomeCounts;
  /** The preview of the first photo that has one; see `PhotoVerdict`. */
  readonly preview: string | null;
  /** How many files of the last choice were too many. */
  readonly leftOut: number;
  readonly inTurn: InTurn;
  /** @returns the outcome of the photo, as its row reported it last. */
  outcomeOf(photo: SeriesPhoto): PhotoOutcome;
  add(files: readonly Blob[]): void;
  remove(id: number): void;
  report(id: number, outcome: PhotoOutcome): void;
}

interface Listed {
  readonly photos: readonly SeriesPhoto[];
  readonly nextId: number;
  readonly leftOut: number;
}

function listOf(draft: readonly DraftPhoto[]): Listed {
  const photos = draft.map(({ path, name, chosenAtMs }, id) => {
    const source = { kind: 'upload', path } as const;
    return { id, source, name, chosenAtMs };
  });
  return { photos, nextId: photos.length, leftOut: 0 };
}

function withFiles({ photos, nextId }: Listed, files: readonly Blob[]): Listed {
  const { taken, leftOut } = takePhotos(photos.length, files);
  const chosenAtMs = Date.now();
  const added = taken.map((file, index) => ({
    id: nextId + index,
    source: { kind: 'file', file } as const,
    name: file instanceof File ? file.name : '',
    chosenAtMs,
  }));
  return { photos: [...photos, ...added], nextId: nextId + added.length, leftOut };
}

function without({ photos, nextId }: Listed, id: number): Listed {
  return { photos: photos.filter((each) => each.id !== id), nextId, leftOut: 0 };
}

/** @returns the photo for the next visit; null if it is not uploaded or cannot be ordered. */
function draftOf({ source, name, chosenAtMs }: SeriesPhoto, outcome: PhotoOutcome): DraftPhoto | null {
  if (outcome.kind === 'passed') return { path: outcome.path, name, chosenAtMs };
  const isEarlier = source.kind === 'upload' && outcome.kind === 'pending';
  return isEarlier ? { path: source.path, name, chosenAtMs } : null;
}

/** Stores the photos of the form whenever they change. */
function useStoredPhotos(goodsId: number, photos: readonly DraftPhoto[], stored: readonly DraftPhoto[]) {
  const text = JSON.stringify(photos);
  const storedText = useRef(JSON.stringify(stored));
  const store = useEffectEvent(() => saveDraft(goodsId, { series: photos }));
  useEffect(() => {
    if (storedText.current === text) return;
    storedText.current = text;
    store();
  }, [text]);
}

/** @param draft the photos of an earlier visit. */
export function useSeriesPhotos(goodsId: number, draft: readonly DraftPhoto[]): SeriesPhotos {
  const [{ photos, leftOut }, setListed] = useState(() => listOf(draft));
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, PhotoOutcome>>(new Map());
  const [inTurn] = useState(() => createTurns(photosAtOnceMax));
  const outcomeOf = ({ id }: SeriesPhoto) => outcomes.get(id) ?? pending;
  const known = photos.map(outcomeOf);
  useStoredPhotos(
    goodsId,
    photos.flatMap((photo) => draftOf(photo, outcomeOf(photo)) ?? []),
    draft,
  );
  return {
    photos,
    counts: countOutcomes(known),
    preview: known.flatMap((each) => (each.kind === 'passed' ? (each.preview ?? []) : []))[0] ?? null,
    leftOut,
    inTurn,
    outcomeOf,
    add: (files) => setListed((listed) => withFiles(listed, files)),
    remove: (id) => setListed((listed) => without(listed, id)),
    report: (id, outcome) => setOutcomes((former) => new Map(former).set(id, outcome)),
  };
}
