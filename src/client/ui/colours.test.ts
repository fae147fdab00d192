import { expect, test } from 'vitest'
import { semanticTokens } from './colours.ts'

/*
 * Text has a contrast of at least 4.5 to 1 on its ground in both themes (WCAG 2.2, 1.4.3). axe checks the screens in
 * one theme per size; this test covers both themes.
 */

type Theme = '_light' | '_dark'
interface Tokens {
  readonly [name: string]: Tokens | Readonly<Record<Theme, string>> | string
}
const colours = semanticTokens.colors as unknown as Tokens
const themes: readonly Theme[] = ['_light', '_dark']
const least = 4.5

/** The value of a token such as `fg.muted` in one theme. */
function colour(name: string, theme: Theme): string {
  const found = name.split('.').reduce<unknown>((at, key) => (at as Tokens)[key], colours)
  const { value } = ((found as Tokens).DEFAULT ?? found) as { value: Record<Theme, string> }
  return value[theme]
}

/** Relative luminance of `#rrggbb`, 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const surfaces = ['bg', 'bg.subtle', 'bg.muted', 'bg.panel']
const meanings = ['seal', 'done', 'warning', 'info', 'ink']
const pairs: readonly (readonly [text: string, on: string])[] = [
  ...surfaces.flatMap((on) => ['fg', 'fg.muted'].map((text) => [text, on] as const)),
  ...['bg', 'bg.panel'].flatMap((on) =>
    ['fg.error', 'fg.warning', 'fg.success', 'fg.info'].map((text) => [text, on] as const),
  ),
  ['fg.error', 'bg.error'],
  ['fg.warning', 'bg.warning'],
  ['fg.success', 'bg.success'],
  ['fg.info', 'bg.info'],
  ['fg.inverted', 'bg.inverted'],
  ...meanings.flatMap((meaning) => [
    [`${meaning}.contrast`, `${meaning}.solid`] as const,
    [`${meaning}.fg`, `${meaning}.subtle`] as const,
    [`${meaning}.fg`, `${meaning}.muted`] as const,
    [`${meaning}.fg`, 'bg'] as const,
    [`${meaning}.fg`, 'bg.panel'] as const,
  ]),
]

test.each(pairs)('%s has enough contrast on %s in both themes', (text, on) => {
  for (const theme of themes)
    expect(contrast(colour(text, theme), colour(on, theme)), theme).toBeGreaterThanOrEqual(least)
})

test('the contrast is computed as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
