import { render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useFit } from './use-fit.ts'

afterEach(() => void vi.restoreAllMocks())

/** The frame is 100 high; each row needs 20 at the usual size. */
function Rows({ count }: { count: number }) {
  const part = useRef<HTMLOListElement>(null)
  useFit(part, String(count), { largest: 1.8, smallest: 0.8, otherwise: 1 })
  return (
    <div>
      <ol ref={part} data-count={count} />
    </div>
  )
}

function sizeOf(count: number): number {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return Number(this.dataset.count) * 20 * Number(this.style.getPropertyValue('--fit'))
  })
  const { container } = render(<Rows count={count} />)
  return Number(container.querySelector('ol')?.style.getPropertyValue('--fit'))
}

test('few rows grow to the largest size, more to the one that fits, and a list that scrolls has the usual one', () => {
  expect([2, 4, 6, 30].map(sizeOf)).toEqual([1.8, 1.25, 0.8, 1])
})
