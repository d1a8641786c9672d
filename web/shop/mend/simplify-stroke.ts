/** Leaves out points of a painted line that do not change its shape, because the text of the strokes has a limit. */

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point closer than this share of the radius to the one before is left out. */
const gapShare = 1 / 3;
/** How far the simplified line may lie from the painted line, as a share of the radius. */
const deviationShare = 1 / 6;

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** The distance of a point from the part of a line between two points. */
function distanceToPart(point: Point, start: Point, end: Point): number {
  const length = distance(start, end);
  if (length === 0) return distance(point, start);
  const along =
    ((point.x - start.x) * (end.x - start.x) + (point.y - start.y) * (end.y - start.y)) / length ** 2;
  const share = Math.min(1, Math.max(0, along));
  return distance(point, {
    x: start.x + share * (end.x - start.x),
    y: start.y + share * (end.y - start.y),
  });
}

/** The first point, and each point that has a distance to the last one kept; the last point always stays. */
function thinOut<P extends Point>(points: readonly P[], gap: number): readonly P[] {
  const kept: P[] = [];
  for (const point of points) {
    const last = kept.at(-1);
    if (last === undefined || distance(last, point) >= gap) kept.push(point);
  }
  const [end, last] = [points.at(-1), kept.at(-1)];
  return end === undefined || last === undefined || distance(end, last) === 0 ? kept : [...kept, end];
}

/** The algorithm of Douglas and Peucker, with a stack of its own so that a long line cannot overflow the stack. */
function straighten<P extends Point>(points: readonly P[], deviationMax: number): readonly P[] {
  const isKept = points.map((_, index) => index === 0 || index === points.length - 1);
  const parts: (readonly [number, number])[] = [[0, points.length - 1]];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [first, last] = part;
    const [start, end] = [points[first], points[last]];
    if (start === undefined || end === undefined) continue;
    let farthest = { index: first, deviation: deviationMax };
    for (const [offset, point] of points.slice(first + 1, last).entries()) {
      const deviation = distanceToPart(point, start, end);
      if (deviation > farthest.deviation) farthest = { index: first + 1 + offset, deviation };
    }
    if (farthest.index === first) continue;
    isKept[farthest.index] = true;
    parts.push([first, farthest.index], [farthest.index, last]);
  }
  return points.filter((_, index) => isKept[index]);
}

/** @param radius half the width of the painted line, in the unit of the points. */
export function simplifyStroke<P extends Point>(points: readonly P[], radius: number): readonly P[] {
  return straighten(thinOut(points, radius * gapShare), radius * deviationShare);
}
