import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { ScreenAwake } from './ScreenAwake.tsx'

let held = 0
beforeEach(() => {
  held = 0
  const request = async () => {
    held += 1
    const sentinel = {
      released: false,
      async release() {
        if (!sentinel.released) held -= 1
        sentinel.released = true
      },
    }
    return sentinel
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }))
})
afterEach(() => void vi.unstubAllGlobals())

const settled = () => act(() => new Promise((later) => setTimeout(later, 0)))

test('[SCR-1] the screen stays on while a window waits for the bidder, until they have done their part', async () => {
  const section = await renderInSession(<ScreenAwake />, { role: 'bidder', history: histories.entered() })
  await settled()
  expect(held, 'before the command').toBe(0)
  section.tell(histories.decrypting())
  await settled()
  expect(held).toBe(1)
  section.tell([...histories.decrypting(), ...histories.opening(1)])
  await settled()
  expect(held, 'their own file is opened').toBe(0)
  section.tell(histories.confirming())
  await settled()
  expect(held).toBe(1)
  section.tell(histories.confirmed())
  await settled()
  expect(held).toBe(0)
})

test('[SCR-1] for others it stays on until the window has ended', async () => {
  const section = await renderInSession(<ScreenAwake />, { history: histories.decrypting() })
  await settled()
  section.tell([...histories.decrypting(), ...histories.opening(1)])
  await settled()
  expect(held).toBe(1)
  section.tell(histories.opened())
  await settled()
  expect(held).toBe(0)
})
