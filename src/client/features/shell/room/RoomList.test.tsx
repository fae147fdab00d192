import { act } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { RoomList } from './RoomList.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the list turns its pages also where bidders are shown only later', async () => {
  const turned = vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(() => {})
  const { tell } = await renderInSession(<RoomList />, { history: histories.submitted() })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  tell(histories.decrypting())
  act(() => vi.advanceTimersByTime(7000))
  expect(turned).toHaveBeenCalled()
})
