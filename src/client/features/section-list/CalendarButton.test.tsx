import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as files from '#client/ui/save-file.ts'
import { renderInRegion } from '#test/client/render-in-region.tsx'
import { standard } from '#variants/standard.ts'
import { CalendarButton } from './CalendarButton.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('[CAL-1] the button saves the opening under the section’s code, in the reader’s words and the region’s time', async () => {
  const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
  const row = {
    ...{ bdGuid: '6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d', bdbh: 'SEC-1', bdmc: '城西路道路改造工程' },
    OpenBidTime: '2026-03-02T01:30:00.000Z',
  }
  renderInRegion(<CalendarButton row={row} offset={0} />, { variant: standard })
  fireEvent.click(
    await screen.findByRole('button', { name: '将标段「城西路道路改造工程」的开标时间加入日历' }),
  )
  await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.any(Blob), 'SEC-1.ics'))
  const text = ((await saved.mock.calls[0]?.[0].text()) ?? '').replaceAll('\r\n ', '')
  expect(text).toContain('SUMMARY:开标：城西路道路改造工程\r\n')
  expect(text).toContain('开标时间：2026-03-02 09:30')
  expect(text).toContain('DTSTART:20260302T013000Z')
})
