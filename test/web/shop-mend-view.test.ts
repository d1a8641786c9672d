/** Places on the screen, in the photo and in the crop while the cut-out is mended. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cropTransform, shownArea } from '../../web/shop/mend/crop-area.ts';
import {
  bounded,
  fromRadius,
  moved,
  placementOf,
  showing,
  toPhoto,
  toRadius,
  toStrokePoint,
  wholeView,
  zoomedAt,
} from '../../web/shop/mend/view.ts';

const photo = { width: 800, height: 1_000 };
const crop = {
  top_left: { x: 0.25, y: 0.1 },
  top_right: { x: 0.75, y: 0.1 },
  bottom_left: { x: 0.25, y: 0.7 },
};
const stage = { width: 400, height: 500 };
const area = shownArea(crop, photo);

function apply([a, b, c, d, e, f]: ReturnType<typeof cropTransform>, x: number, y: number) {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

function assertNear(one: { x: number; y: number }, other: { x: number; y: number }): void {
  assert.ok(
    Math.hypot(one.x - other.x, one.y - other.y) < 1e-6,
    `${JSON.stringify(one)} ${JSON.stringify(other)}`,
  );
}

describe('the place of the cut-out in the photo', () => {
  it('maps the corners of the preview to the corners of a crop that is turned', () => {
    const turned = {
      top_left: { x: 0.2, y: 0.1 },
      top_right: { x: 0.7, y: 0.2 },
      bottom_left: { x: 0.1, y: 0.8 },
    };
    const transform = cropTransform(turned, { width: 103, height: 144 }, photo);
    assertNear(apply(transform, 0, 0), { x: 160, y: 100 });
    assertNear(apply(transform, 103, 0), { x: 560, y: 200 });
    assertNear(apply(transform, 0, 144), { x: 80, y: 800 });
    assertNear(apply(transform, 103, 144), { x: 480, y: 900 });
  });

  it('shows the crop with a margin, but no margin outside the photo', () => {
    assert.deepEqual(area, { left: 164, top: 64, right: 636, bottom: 736 });
    const beyond = shownArea({ ...crop, bottom_left: { x: 0.25, y: 1.2 } }, photo);
    assert.equal(beyond.bottom, 1_200);
    assert.equal(beyond.top, 100 - 0.06 * 1_100);
  });
});

describe('the view of the photo', () => {
  const place = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 500 }) });

  it('shows the whole area at first', () => {
    const placement = placementOf(wholeView(area), area, stage);
    const [start, end] = [
      toPhoto(placement, { x: 0, y: 0 }),
      toPhoto(placement, { x: stage.width, y: stage.height }),
    ];
    assert.ok(start.x <= area.left + 1e-9 && start.y <= area.top + 1e-9);
    assert.ok(end.x >= area.right - 1e-9 && end.y >= area.bottom - 1e-9);
  });

  it('keeps the place under the fingers when it zooms', () => {
    fc.assert(
      fc.property(place, fc.integer({ min: 2, max: 30 }), (at, tenths) => {
        const view = { zoom: 1.5, centre: { x: 400, y: 400 } };
        const before = placementOf(view, area, stage);
        const after = placementOf(zoomedAt(view, tenths / 10, at, before), area, stage);
        assertNear(toPhoto(after, at), toPhoto(before, at));
      }),
    );
  });

  it('moves the photo with the finger', () => {
    const view = { zoom: 2, centre: { x: 400, y: 400 } };
    const before = placementOf(view, area, stage);
    const after = placementOf(moved(view, { x: 10, y: -20 }, before), area, stage);
    assertNear(toPhoto(after, { x: 110, y: 80 }), toPhoto(before, { x: 100, y: 100 }));
  });

  it('never leaves the area and never zooms beyond its limits', () => {
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 90 }), ({ x, y }, tenths) => {
        const wild = { zoom: tenths / 10, centre: { x: x * 5 - 500, y: y * 5 - 500 } };
        const view = bounded(wild, area, stage);
        assert.ok(view.zoom >= 1 && view.zoom <= 3);
        const placement = placementOf(view, area, stage);
        const [start, end] = [
          toPhoto(placement, { x: 0, y: 0 }),
          toPhoto(placement, { x: stage.width, y: stage.height }),
        ];
        const slack = 1e-6;
        const fitsAcross = end.x - start.x >= area.right - area.left - slack;
        const fitsDown = end.y - start.y >= area.bottom - area.top - slack;
        assert.ok(fitsAcross || (start.x >= area.left - slack && end.x <= area.right + slack));
        assert.ok(fitsDown || (start.y >= area.top - slack && end.y <= area.bottom + slack));
      }),
    );
  });

  it('follows the brush that is moved out of it by keyboard', () => {
    const view = { zoom: 3, centre: { x: 400, y: 400 } };
    const placement = placementOf(view, area, stage);
    const target = toPhoto(placement, { x: stage.width + 30, y: 250 });
    const next = placementOf(showing(view, target, placement, stage), area, stage);
    const x = target.x * next.scale + next.offset.x;
    assert.ok(x > 0 && x < stage.width, String(x));
    assert.equal(showing(view, view.centre, placement, stage), view, 'nothing moves without need');
  });
});

describe('the units of the strokes', () => {
  it('are ten-thousandths of the width and the height, inside the photo', () => {
    assert.deepEqual(toStrokePoint({ x: 400, y: 250 }, photo), { x: 5_000, y: 2_500 });
    assert.deepEqual(toStrokePoint({ x: -5, y: 1_200 }, photo), { x: 0, y: 10_000 });
  });

  it('are ten-thousandths of the longer side for the radius, within the limits of the service', () => {
    assert.equal(toRadius(12, photo), 120);
    assert.equal(fromRadius(120, photo), 12);
    assert.equal(toRadius(0.2, photo), 10);
    assert.equal(toRadius(500, photo), 1_000);
  });
});
