import { ChakraProvider } from '@chakra-ui/react'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { theme } from '#test/client/theme.ts'
import { WholeTimes } from './WholeTimes.tsx'

test('no line ends within a date or a time of a sentence', () => {
  const sentence = '解密指令于 2026-11-28 23:21:06 下达，开标日期 2026-11-29。'
  const { container } = render(
    <ChakraProvider value={theme}>
      <p>
        <WholeTimes text={sentence} />
      </p>
    </ChakraProvider>,
  )
  expect(container.textContent).toBe(sentence)
  for (const time of ['2026-11-28 23:21:06', '2026-11-29']) {
    expect(getComputedStyle(screen.getByText(time)).whiteSpace).toBe('nowrap')
  }
})
