import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as files from '#client/ui/save-file.ts'
import type { Role } from '#domain/session/actor.ts'
import { event } from '#domain/session/event.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { tender } from '#test/support/sample-tender.ts'
import { LotBanner } from './LotBanner.tsx'

const reason = '投标人不足3家'
const declared = event('FailureDeclared', {
  ...{ reason, recorder: '周记录', name: '王主持', agent: '', signature: null },
})
const decided = (approved: boolean) => event('FailureDecided', { approved, reason: '审批意见' })
const pending = [...histories.decrypting(), declared]
const act = '下载流标报告（PDF）'

beforeEach(() => void vi.spyOn(files, 'saveFile').mockReturnValue())
afterEach(() => void vi.restoreAllMocks())

test.each<Role>(['opener', 'bidder', 'supervisor'])(
  '[HLT-11] the %s saves the report of a failed lot',
  async (role) => {
    const asked: string[] = []
    const serve = (path: string) => {
      if (!path.includes('CreateLiuBiaoReport')) return null
      asked.push(path)
      return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
    }
    await renderInSession(<LotBanner />, { role, history: [...pending, decided(true)], serve })
    expect(screen.getByText('交易平台批准流标：审批意见')).toBeTruthy()
    await press(document.body, act)
    await waitFor(() => expect(files.saveFile).toHaveBeenCalledOnce())
    const [file, name] = vi.mocked(files.saveFile).mock.calls[0] ?? []
    expect([await file?.text(), name]).toEqual(['%PDF', `${tender().sectionCode}-流标报告.pdf`])
    expect(asked).toHaveLength(1)
  },
)

test('[HLT-11] there is a report while the failure is decided about, and none where nothing has failed', async () => {
  const { tell } = await renderInSession(<LotBanner />, { history: pending })
  expect(screen.getByRole('button', { name: act })).toBeTruthy()
  expect(screen.getByText(new RegExp(reason))).toBeTruthy()
  tell([...pending, decided(false)])
  expect(screen.queryByRole('button', { name: act })).toBeNull()
  const halted = event('OpeningHalted', { kind: 'paused', reason, recorder: '周记录', name: '王主持' })
  tell([...histories.decrypting(), halted])
  expect(screen.getByText(new RegExp(reason))).toBeTruthy()
  expect(screen.queryByRole('button', { name: act })).toBeNull()
})
