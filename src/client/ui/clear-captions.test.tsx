import { expect, onTestFinished, test, vi } from 'vitest'
import { keepCaptionsClear } from './clear-captions.ts'

const width = 1920
const height = 1080

/** Where the button of the captions stands above a page with a table row whose text is in these columns. */
async function sideAbove(...columns: readonly (readonly [from: number, to: number])[]): Promise<unknown> {
  const cells = columns.map(() => '<td>text</td>').join('')
  document.body.innerHTML = `<main><table><tbody><tr>${cells}</tr></tbody></table></main><div><div></div></div>`
  const strip = document.body.lastElementChild as HTMLElement
  const pill = strip.firstElementChild as HTMLElement
  const row = { top: height - 50, height: 24 }
  const places = new Map<Element, DOMRect>([
    [strip, new DOMRect(0, height - 56, width, 56)],
    [pill, new DOMRect(943, height - 45, 34, 34)],
  ])
  for (const cell of document.querySelectorAll('td'))
    places.set(cell, new DOMRect(0, row.top, width, row.height))
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return places.get(this) ?? new DOMRect()
  })
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockImplementation(function (this: Range) {
    const [from, to] = columns[
      [...document.querySelectorAll('td')].indexOf(this.startContainer as HTMLTableCellElement)
    ] ?? [0, 0]
    return new DOMRect(from, row.top, to - from, row.height)
  })
  vi.stubGlobal('innerHeight', height)
  const leave = keepCaptionsClear(strip)
  onTestFinished(() => {
    leave()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    document.body.innerHTML = ''
  })
  await vi.waitFor(() => expect(strip.dataset.side).toBeTruthy())
  return [strip.dataset.side, strip.style.getPropertyValue('--kb-caption-rise')]
}

test.each([
  [
    'between columns',
    [
      [40, 300],
      [1100, 1300],
    ],
    'center',
  ],
  [
    'at the end beside text in the middle',
    [
      [40, 300],
      [900, 1100],
    ],
    'end',
  ],
  [
    'at the start between text in the middle and at the end',
    [
      [300, 600],
      [900, 1100],
      [1700, 1910],
    ],
    'start',
  ],
  [
    'in the middle where there is text everywhere',
    [
      [0, 1000],
      [900, 1920],
    ],
    'center',
  ],
] as const)('the button of the captions stands %s', async (_, columns, side) => {
  expect(await sideAbove(...columns)).toEqual([side, '0px'])
})

test('it moves soon where the text of a page that becomes longer comes below it', async () => {
  let lengthen = () => {}
  class PageSize {
    constructor(tell: () => void) {
      lengthen = tell
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', PageSize)
  const text: [from: number, to: number] = [40, 300]
  expect(await sideAbove(text)).toEqual(['center', '0px'])
  text.splice(0, 2, 900, 1100)
  lengthen()
  const strip = document.body.lastElementChild as HTMLElement
  await vi.waitFor(() => expect(strip.dataset.side).toBe('end'), 1000)
})
