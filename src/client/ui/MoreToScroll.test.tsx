import { ChakraProvider } from '@chakra-ui/react'
import { fireEvent, render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { theme } from '#test/client/theme.ts'
import { MoreToScroll } from './MoreToScroll.tsx'

/** At which edges of a frame of 100 pixels with 300 pixels of content the page says that there is more. */
async function saysMoreAt(scrollLeft: number, expected: readonly string[]): Promise<void> {
  const frame = document.createElement('div')
  const widths = { scrollWidth: 300, clientWidth: 100, offsetWidth: 100, scrollLeft }
  for (const [name, value] of Object.entries(widths)) Object.defineProperty(frame, name, { value })
  const { container } = render(
    <ChakraProvider value={theme}>
      <MoreToScroll frame={frame} side="start" />
      <MoreToScroll frame={frame} side="end" />
    </ChakraProvider>,
  )
  fireEvent.scroll(frame)
  const sides = () =>
    ['start', 'end'].filter((side) => container.querySelector(`[data-more-at-${side}]`) !== null)
  await waitFor(() => expect(sides()).toEqual(expected))
}

test.each([
  ['begin', 0, ['end']],
  ['middle', 80, ['start', 'end']],
  ['end', 200, ['start']],
])('a frame that is scrolled to its %s shows where there is more', async (_, scrollLeft, expected) => {
  await saysMoreAt(scrollLeft, expected)
})
