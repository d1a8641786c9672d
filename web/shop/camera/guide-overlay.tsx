/**
 * Draws over the picture of the camera where the head belongs. Screen readers skip the drawing, because the hint
 * says in words what to change.
 */

import { type HeadGuide, placeGuide, type Size } from './head-guide.ts';

interface GuideOverlayProps {
  readonly guide: HeadGuide;
  readonly video: Size;
  readonly isReady: boolean;
}

export function GuideOverlay({ guide, video, isReady }: GuideOverlayProps) {
  const { frame, oval } = placeGuide(guide, video);
  const [rx, ry] = [oval.width / 2, oval.height / 2];
  const outside = `M0 0h${video.width}v${video.height}H0z`;
  const inside = `M${oval.x - rx} ${oval.y}a${rx} ${ry} 0 1 0 ${oval.width} 0a${rx} ${ry} 0 1 0 ${-oval.width} 0z`;
  return (
    <svg
      className={isReady ? 'guide ready' : 'guide'}
      viewBox={`0 0 ${video.width} ${video.height}`}
      aria-hidden="true"
    >
      <path className="guide-shade" fillRule="evenodd" d={`${outside}${inside}`} />
      <rect className="guide-frame" x={frame.left} y={frame.top} width={frame.width} height={frame.height} />
      <path className="guide-oval" d={inside} />
    </svg>
  );
}
