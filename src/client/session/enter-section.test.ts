import { expect, test } from 'vitest'
import type { Api } from '#client/net/api.ts'
import { err, ok } from '#lib/result.ts'
import { type EntryStep, enterSection } from './enter-section.ts'

const section = '00000000-0000-4000-8000-000000000001'
const opensAt = '2026-03-02T01:30:00.000Z'

const answers: Record<string, unknown> = {
  getServerTimeNoauth: { serverTime: opensAt, epoch: Date.parse(opensAt) },
  getJYPTGongCheng: [{ bidProjGuid: section, dbGuid: section, OpenBidTime: opensAt }],
  getProjectAuthorization: { oauth2: 'token', bidProjGuid: section },
  GetBidInfo: { bidStyle: 3 },
  getKBFlowStatus: {},
  GetTouBiaoRenList: [{ status: 'sealed' }, { status: 'none' }, { status: 'refused' }],
}

/** A fake server that refuses the named calls, with the tokens kept and the calls made. */
function fixture(refused: readonly string[] = [], changes: Record<string, unknown> = {}) {
  const kept: string[] = []
  const steps: EntryStep[] = []
  const asked: string[] = []
  const api = (async (name: string) => {
    asked.push(name)
    if (refused.includes(name)) return err({ code: 'forbidden', message: 'no' })
    return ok({ ...answers, ...changes }[name])
  }) as unknown as Api
  const tokens = {
    enterSession: (id: string, token: string) => void kept.push(`${id} ${token}`),
    leaveSessions: () => void kept.splice(0),
  }
  const enter = (countBids = false) =>
    enterSection(
      { api, tokens },
      {
        bdGuid: section,
        countBids,
        onStep: (step) => steps.push(step),
        signal: new AbortController().signal,
      },
    )
  return { kept, steps, asked, enter }
}

test('[LST-7] a section is entered step by step, and another section’s data is cleared', async () => {
  const { kept, steps, enter } = fixture()
  kept.push('another section')
  expect(await enter()).toEqual(ok({ sessionId: section, at: Date.parse(opensAt), bids: null, bidStyle: 3 }))
  expect(steps).toEqual(['time', 'record', 'authorization', 'clear', 'method'])
  expect(kept).toEqual([`${section} token`])
})

test('submitted bids are counted on request', async () => {
  expect(await fixture().enter(true)).toMatchObject({ value: { bids: 2 } })
  const { asked, enter } = fixture()
  await enter(false)
  expect(asked).not.toContain('GetTouBiaoRenList')
})

test.for([
  ['getServerTimeNoauth', 'time', null],
  ['getJYPTGongCheng', 'record', null],
  ['getProjectAuthorization', 'authorization', opensAt],
  ['GetBidInfo', 'method', opensAt],
  ['getKBFlowStatus', 'method', opensAt],
] as const)('[LST-7] where %s fails, entering stops at the step %s', async ([call, step, known]) => {
  const { kept, enter } = fixture([call])
  kept.push('another section')
  expect(await enter()).toMatchObject({ ok: false, error: { code: 'forbidden', step, opensAt: known } })
  const isKept = step !== 'method'
  expect(kept).toEqual([isKept ? 'another section' : `${section} token`])
})

test('a section unknown to the platform cannot be entered', async () => {
  const unknown = fixture([], { getJYPTGongCheng: [] })
  expect(await unknown.enter()).toMatchObject({ ok: false, error: { code: 'not-found', step: 'record' } })
})
