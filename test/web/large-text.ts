/** Text of twice the usual size, which some people set in their browser: finds text that is cut or overlaps. */

import type { Page } from 'playwright-core';

/** Doubles the size of all text. Call it again after the page was loaded again. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px';
  });
}

/** @returns what is cut at the edge of the screen or of its element, and which texts overlap. */
export function textFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slackPx = 2;
    const faults: string[] = [];
    const screenWidth = document.documentElement.clientWidth;
    const dialog = document.querySelector('dialog[open], [role=dialog]');
    const scope = dialog ?? document.body;
    const shortened = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 40);
    const isOnlyForScreenReaders = (element: Element): boolean => {
      for (let one: Element | null = element; one !== null; one = one.parentElement) {
        const { clipPath, clip } = getComputedStyle(one);
        if (clipPath !== 'none' || (clip !== 'auto' && clip !== '')) return true;
        const { width, height } = one.getBoundingClientRect();
        if (width <= 1 && height <= 1) return true;
      }
      return false;
    };
    const isFixed = (element: Element): boolean => {
      for (let one: Element | null = element; one !== null; one = one.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) return true;
      return false;
    };
    const scrolls = (element: Element): boolean => {
      for (let one: Element | null = element; one !== null && one !== document.body; one = one.parentElement)
        if (/auto|scroll/.test(getComputedStyle(one).overflowX + getComputedStyle(one).overflowY))
          return true;
      return false;
    };
    const shown: { text: string; rects: DOMRect[]; canMove: boolean }[] = [];
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = shortened(node.textContent ?? '');
      if (element === null || text === '' || element.closest('script, style, svg, option') !== null) continue;
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isSeen || isOnlyForScreenReaders(element) || element.closest('.skip, .skip-link') !== null)
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      const inner = scrolls(element);
      for (const { left, right } of rects)
        if (!inner && (right > screenWidth + slackPx || left < -slackPx))
          faults.push(`beyond the screen: ${text}`);
      for (
        let one: Element | null = element;
        one !== null && one !== document.body;
        one = one.parentElement
      ) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(one);
        const box = one.getBoundingClientRect();
        const cutsX = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis';
        const cutsY =
          /hidden|clip/.test(overflowY) &&
          getComputedStyle(one).getPropertyValue('-webkit-line-clamp') === 'none';
        for (const { left, right, top, bottom } of rects) {
          if (cutsX && (right > box.right + slackPx || left < box.left - slackPx))
            faults.push(`cut at the side: ${text}`);
          if (cutsY && (bottom > box.bottom + slackPx * 3 || top < box.top - slackPx * 3))
            faults.push(`cut below: ${text}`);
        }
        if (/auto|scroll/.test(overflowX + overflowY)) break;
      }
      // What a part cuts after some lines on purpose is not seen.
      const clamp = element.closest('strong, span, p');
      const box =
        clamp !== null && getComputedStyle(clamp).overflowY === 'hidden'
          ? clamp.getBoundingClientRect()
          : null;
      const seen = box === null ? rects : rects.filter(({ bottom }) => bottom <= box.bottom + slackPx * 3);
      shown.push({ text, rects: seen, canMove: inner || isFixed(element) });
    }
    for (const [index, one] of shown.entries()) {
      if (one.canMove) continue;
      for (const other of shown.slice(index + 1)) {
        if (other.canMove) continue;
        const overlaps = one.rects.some((a) =>
          other.rects.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > slackPx &&
              // Lines of text overlap a little by their line height.
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) * 0.35,
          ),
        );
        if (overlaps) faults.push(`overlap: ${one.text} | ${other.text}`);
      }
    }
    for (const field of scope.querySelectorAll('button, a.button, select')) {
      if (
        field.checkVisibility() &&
        !isOnlyForScreenReaders(field) &&
        field.scrollWidth > field.clientWidth + slackPx &&
        field.clientWidth > 0
      )
        faults.push(`wider than its control: ${shortened(field.textContent ?? '')}`);
    }
    return [...new Set(faults)];
  });
}
