/** How Mantine's parts behave in the console. Colours are in `styles/`: the page's policy allows no `<style>`. */

import { createTheme, Drawer, Menu, Modal, Tooltip } from '@mantine/core';

export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    // Locking the scroll would write a <style>; `styles/` does it.
    Modal: Modal.extend({
      defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 120 } },
    }),
    // Its placeholder is no item of a menu.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, openDelay: 300, multiline: true, maw: 320 } }),
  },
});
