/** How Mantine's parts behave in the console. Colours are in `console.css`: the page's policy allows no `<style>`. */

import { createTheme, Drawer, Modal, Tooltip } from '@mantine/core';

export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    // Locking the scroll would write a <style>; `console.css` does it.
    Modal: Modal.extend({
      defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 120 } },
    }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, openDelay: 300, multiline: true, maw: 320 } }),
  },
});
