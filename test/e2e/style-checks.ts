import type { Page } from 'playwright'
import { expect } from 'vitest'

/** What rules decide, without what the place of an element decides. */
const compared = [
  ...['display', 'position', 'color', 'background-color', 'background-image', 'opacity', 'z-index', 'cursor'],
  ...['padding-top', 'padding-right', 'padding-bottom', 'padding-left', 'row-gap', 'column-gap'],
  ...['border-top-width', 'border-right-width', 'border-bottom-width', 'border-left-width'],
  ...['border-top-color', 'border-top-style', 'border-top-left-radius', 'box-shadow', 'outline-width'],
  ...[
    'font-size',
    'font-weight',
    'font-family',
    'line-height',
    'text-align',
    'white-space',
    'letter-spacing',
  ],
  ...[
    'flex-direction',
    'flex-grow',
    'flex-wrap',
    'align-items',
    'justify-content',
    'overflow-x',
    'overflow-y',
  ],
  ...['animation-name', 'transition-property', 'user-select', 'appearance', 'pointer-events', 'content'],
]

/**
 * A page looks the same where the browser nests rules by itself as where Emotion takes them apart, as it does for older
 * browsers. The page is loaded again for it, and stays one of an older browser. `until` says that it is complete.
 */
export async function isStyledAlike(page: Page, until: (page: Page) => Promise<unknown>): Promise<void> {
  const isNested = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLStyleElement>('style[data-emotion]')]
        .flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])])
        .some((rule) => rule instanceof CSSStyleRule && rule.cssRules.length > 0),
    )
  expect(await isNested()).toBe(true)
  const nested = await stylesIn(page)
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'CSSNestedDeclarations')
  })
  await page.reload()
  await until(page)
  expect(await isNested()).toBe(false)
  const apart = await stylesIn(page)
  const both = Object.keys(nested).filter((kind) => kind in apart)
  expect(both.length).toBeGreaterThan(100)
  const of = (styles: Readonly<Record<string, string>>) =>
    Object.fromEntries(both.map((kind) => [kind, styles[kind]]))
  expect(of(nested)).toEqual(of(apart))
}

/** Of the first element of each kind, with its pseudo-elements; a kind is what has the same name and classes. */
function stylesIn(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate((properties) => {
    const found: Record<string, string> = {}
    for (const element of document.querySelectorAll('body *')) {
      const kind = `${element.tagName} ${element.getAttribute('class')}`
      if (kind in found || !kind.includes(' kb-')) continue
      found[kind] = ['', '::before', '::after', '::placeholder']
        .map((part) => {
          const style = getComputedStyle(element, part || null)
          return part + properties.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ')
        })
        .join(' | ')
    }
    return found
  }, compared)
}
