import { createSystem, defaultBaseConfig, type SystemConfig, type SystemContext } from '@chakra-ui/react'
import {
  animationStyles,
  badgeRecipe,
  breakpoints,
  buttonRecipe,
  checkboxSlotRecipe,
  checkmarkRecipe,
  cssVarsRoot,
  dialogSlotRecipe,
  fieldSlotRecipe,
  globalCss,
  headingRecipe,
  inputRecipe,
  keyframes,
  layerStyles,
  linkRecipe,
  menuSlotRecipe,
  nativeSelectSlotRecipe,
  popoverSlotRecipe,
  progressSlotRecipe,
  skeletonRecipe,
  spinnerRecipe,
  tabsSlotRecipe,
  textareaRecipe,
  textStyles,
  toastSlotRecipe,
  tokens,
} from '@chakra-ui/react/theme'
import { systemFonts } from './chinese-font.ts'
import { semanticTokens } from './colours.ts'

const latin = '"Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", "Liberation Sans", Arial'
const chinese = [...systemFonts, 'Noto Sans SC Variable'].map((name) => `"${name}"`).join(', ')

/**
 * The font depends on the page's language: quotation marks, dashes and dots are full-width in a Chinese font, which is
 * right in Chinese sentences only.
 */
const families = {
  zh: `-apple-system, ${chinese}, ${latin}, system-ui, sans-serif`,
  en: `-apple-system, ${latin}, ${chinese}, system-ui, sans-serif`,
}

/** Chakra sets its variables on every element. Inherited from the root, a change of style takes a third less time. */
const { '*': inherited, ...otherGlobalCss } = globalCss

/** On a phone everything that is touched is 44 pixels high and wide (WCAG 2.5.5). */
const thumb = '2.75rem'
const touched = { minH: { base: thumb, md: 'auto' } }
const touchedFrom = (width: string) => ({ minW: { base: thumb, md: width } })

/** Chakra's own shades, of which its shadows and the backdrop of dialogs need these; others are in `colours.ts`. */
const { transparent, current, black, white, blackAlpha, gray } = tokens.colors
const shades = { transparent, current, black, white, blackAlpha, gray: { 300: gray[300], 900: gray[900] } }

const controlEdge = { borderColor: 'border.emphasized', bg: 'bg.panel' }

/** Light or dark as chosen; `system` follows the operating system. */
export type Theme = 'light' | 'dark' | 'system'

/** The theme. Colours come from `colours.ts`. */
export function createTheme(): SystemContext {
  return createSystem(defaultBaseConfig, parts, globalParts, changes)
}

/** The same where the build has made tokens and global styles beforehand (`theme-plugin.ts`). */
export function createBuiltTheme(): SystemContext {
  return createSystem(defaultBaseConfig, parts, changes)
}

/** What is the same on every screen. */
const globalParts: SystemConfig = {
  preflight: true,
  globalCss: {
    ...otherGlobalCss,
    html: {
      color: 'fg',
      bg: 'bg',
      _print: { bg: 'white' },
      lineHeight: '1.5',
      colorPalette: 'ink',
      fontVariantNumeric: 'tabular-nums',
      textSizeAdjust: '100%',
    },
    // Keeps the focused element clear of the sticky bar and the captions.
    ':root': {
      ...inherited,
      '--kb-families': families.zh,
      scrollPaddingTop: 'var(--kb-bar-height, 0px)',
      scrollPaddingBottom: 'calc(var(--kb-caption-height, 0px) + var(--kb-act-height, 0px))',
    },
    ':root:lang(en)': { '--kb-families': families.en },
    body: {
      minH: '100dvh',
      overflowWrap: 'anywhere',
      // On a phone the guided tour's card covers the end of no page.
      pb: { base: 'var(--kb-tour-height, 0px)', md: '0' },
      _print: { pb: '0' },
    },
    // No single character stands alone in a paragraph's last line.
    p: { textWrap: 'pretty' },
    // Focused by script only, for screen readers: Tab goes on from there.
    '#main:focus, :is(h1, h2, h3, h4, h5, h6)[tabindex="-1"]:focus': { outline: 'none' },
    // What a step of the guided tour explains.
    '[data-toured]': {
      outline: '3px solid var(--kb-colors-info-solid) !important',
      outlineOffset: '2px',
      scrollMarginTop: { base: '11rem', lg: 'calc(var(--kb-bar-height, 0px) + 1rem)' },
      _print: { outline: 'none !important' },
    },
    '[data-toured=inside]': { outlineOffset: '-3px' },
    'button, a, [role=tab]': { touchAction: 'manipulation' },
    // A busy button keeps its name: what its spinner covers is unseen, but not hidden from screen readers.
    'button[data-loading] > span > div + span': {
      visibility: 'visible !important',
      color: 'transparent !important',
    },
    summary: { paddingBlock: { base: '0.75rem', md: '0' } },
    '*, *::before, *::after': {
      _motionReduce: {
        animationDuration: '1ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0s !important',
        scrollBehavior: 'auto !important',
      },
    },
    // The heads of sortable columns are buttons, and stay.
    'main button:not(th button), main input, main textarea, main select': {
      _print: { display: 'none !important' },
    },
    // Chromium leaves buttons out of the head that it repeats on each page.
    'main th button': { _print: { display: 'contents !important' } },
    'header, nav, aside, [data-no-print]': { _print: { display: 'none !important' } },
    // While one part of the page is printed alone (`print-alone.ts`): all but what it stands in and what it has.
    ':root:has([data-print-alone]) body *:not(:has([data-print-alone]), [data-print-alone], [data-print-alone] *)':
      {
        _print: { display: 'none !important' },
      },
  },
  theme: {
    tokens: {
      ...tokens,
      colors: shades,
      fonts: {
        ...tokens.fonts,
        heading: { value: 'var(--kb-families)' },
        body: { value: 'var(--kb-families)' },
      },
    },
    semanticTokens,
  },
}

/**
 * Chakra's theme with only the recipes in use: a Chakra component whose recipe is missing here has no styles; add it to
 * the list. `colorPalette="seal"` is for official acts only.
 */
const parts: SystemConfig = {
  cssVarsPrefix: 'kb',
  cssVarsRoot,
  theme: {
    breakpoints,
    keyframes: {
      ...keyframes,
      changed: { from: { opacity: 1 }, to: { opacity: 0 } },
      rise: { from: { transform: 'translateY(12px)' } },
    },
    recipes: {
      badge: badgeRecipe,
      button: buttonRecipe,
      checkmark: checkmarkRecipe,
      heading: headingRecipe,
      input: inputRecipe,
      link: linkRecipe,
      skeleton: skeletonRecipe,
      spinner: spinnerRecipe,
      textarea: textareaRecipe,
    },
    slotRecipes: {
      checkbox: checkboxSlotRecipe,
      dialog: dialogSlotRecipe,
      field: fieldSlotRecipe,
      menu: menuSlotRecipe,
      nativeSelect: nativeSelectSlotRecipe,
      popover: popoverSlotRecipe,
      progress: progressSlotRecipe,
      tabs: tabsSlotRecipe,
      toast: toastSlotRecipe,
    },
    textStyles,
    layerStyles,
    animationStyles,
  },
}

const changes: SystemConfig = {
  theme: {
    // WCAG 1.4.11 asks for contrast of a control's edge, not of dividing lines.
    recipes: {
      button: {
        base: touched,
        variants: { size: { xs: touchedFrom('8'), sm: touchedFrom('9'), md: touchedFrom('10') } },
      },
      input: { base: touched, variants: { variant: { outline: controlEdge } } },
      textarea: { base: touched, variants: { variant: { outline: controlEdge } } },
    },
    slotRecipes: {
      menu: { slots: menuSlotRecipe.slots, base: { item: touched } },
      nativeSelect: {
        slots: nativeSelectSlotRecipe.slots,
        base: { field: touched },
        variants: { variant: { outline: { field: controlEdge } } },
      },
      tabs: { slots: tabsSlotRecipe.slots, base: { trigger: touched } },
    },
  },
}
