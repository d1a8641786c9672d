/**
 * Mantine's theme: named colours and how parts behave. The values are the design tokens; `styles/theme.css` sets
 * Mantine's variables from them, since the page's policy allows no `<style>`.
 */

import {
  createTheme,
  Drawer,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  Menu,
  Modal,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core';

/** What a colour means. `quiet`: finished without effect; `busy`: waiting; `info`: in progress. */
const tones = ['accent', 'good', 'busy', 'bad', 'info', 'quiet'] as const;
type Tone = (typeof tones)[number];

interface ToneColours {
  readonly strong: string;
  readonly soft: string;
  readonly text: string;
  readonly on: string;
}

const toneColours: Readonly<Record<Tone, ToneColours>> = {
  accent: {
    strong: 'var(--colour-accent-strong)',
    soft: 'var(--colour-accent-soft)',
    text: 'var(--colour-accent-strong)',
    on: 'var(--colour-on-accent)',
  },
  bad: {
    strong: 'var(--colour-bad-strong)',
    soft: 'var(--colour-bad-soft)',
    text: 'var(--colour-bad)',
    on: 'var(--colour-on-bad)',
  },
  good: state('good'),
  busy: state('busy'),
  info: state('info'),
  quiet: {
    strong: 'var(--colour-text)',
    soft: 'var(--colour-sunken)',
    text: 'var(--colour-muted)',
    on: 'var(--colour-surface)',
  },
};

function state(name: 'good' | 'busy' | 'info'): ToneColours {
  const text = `var(--colour-${name})`;
  return { strong: text, soft: `var(--colour-${name}-soft)`, text, on: 'var(--colour-surface)' };
}

function isTone(color: string | undefined): color is Tone {
  return tones.some((tone) => tone === color);
}

const variantColorResolver: VariantColorsResolver = (input) => {
  const color = input.color ?? input.theme.primaryColor;
  if (!isTone(color)) return defaultVariantColorsResolver(input);
  const { strong, soft, text, on } = toneColours[color];
  const plain = `var(--mantine-color-${color}-filled)`;
  switch (input.variant) {
    case 'filled':
      return { background: plain, hover: strong, color: on, border: '1px solid transparent' };
    case 'light':
      return { background: soft, hover: soft, color: text, border: '1px solid transparent' };
    case 'subtle':
      return { background: 'transparent', hover: soft, color: text, border: '1px solid transparent' };
    default:
      return defaultVariantColorsResolver(input);
  }
};

/** Mantine requires ten shades; the tokens have one colour for light and one for dark. */
function shades(tone: Tone): MantineColorsTuple {
  const shade = `var(--mantine-color-${tone}-filled)`;
  return [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade];
}

export const theme = createTheme({
  colors: {
    accent: shades('accent'),
    good: shades('good'),
    busy: shades('busy'),
    bad: shades('bad'),
    info: shades('info'),
    quiet: shades('quiet'),
  },
  primaryColor: 'accent',
  variantColorResolver,
  respectReducedMotion: true,
  components: {
    // Mantine would stop the page from scrolling behind a dialog with a `<style>`, which the policy forbids.
    // `styles/frame.css` does it instead.
    Modal: Modal.extend({
      defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 120 } },
    }),
    // A screen reader would read out the placeholder as an item of the menu.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, openDelay: 300, multiline: true, maw: 320 } }),
  },
});
