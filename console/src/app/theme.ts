import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const KEEP: MantineColorsTuple = [
  ...(['#e9faf6', '#d3f2ea', '#a6e5d5', '#74d6bd'] as const),
  ...(['#4cc9a9', '#2fb896', '#1a9f82', '#128a73'] as const),
  ...(['#0f766e', '#0b5d57'] as const),
];

const INK: MantineColorsTuple = [
  ...(['#dbe3e0', '#b9c4c1', '#93a09c', '#6b7874'] as const),
  ...(['#4b5855', '#33403d', '#25302d', '#18211f'] as const),
  ...(['#121a18', '#0c1211'] as const),
];

export const THEME = createTheme({
  primaryColor: 'keep',
  primaryShade: 8,
  colors: { keep: KEEP, dark: INK },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
        closeButtonProps: { 'aria-label': 'Close' },
        // The page has one header already.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 250, events: { hover: true, focus: true, touch: true } },
    },
  },
});

/** Mantine's gray and red texts are too pale for small print. */
export const VARIABLES: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#566360',
    '--mantine-color-placeholder': '#66726f',
    '--mantine-color-body': '#fbfcfc',
    '--mantine-color-error': '#b3261e',
  },
  dark: {
    '--mantine-color-dimmed': '#a3b0ac',
    '--mantine-color-placeholder': '#8d9a96',
    '--mantine-color-error': '#ff9d94',
  },
});
