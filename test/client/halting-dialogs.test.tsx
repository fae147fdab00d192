import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { HaltingDialogs } from '#client/features/halting/HaltingDialogs.tsx'
import { LotBanner } from '#client/features/shell/LotBanner.tsx'
import { showHaltingDialog } from '#client/session/halting-dialog.ts'
import { SectionStepBar } from '#client/session/SectionStepBar.tsx'
import { event } from '#domain/session/event.ts'
import { err } from '#lib/result.ts'
import { press, renderInSession, type Scene, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { opener, platform } from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { lead60 } from '#variants/lead-60.ts'
import { standard } from '#variants/standard.ts'

const paused = event('OpeningHalted', {
  ...({ kind: 'paused', reason: '现场停电', recorder: '周记录', name: opener.name } as const),
})
const declared = event('FailureDeclared', {
  ...{ reason: '投标人不足3家', recorder: '周记录', name: opener.name, agent: '', signature: null },
})

beforeEach(() => sessionStorage.clear())

async function show(which: Parameters<typeof showHaltingDialog>[0], scene: Scene = {}) {
  const session = await renderInSession(
    <>
      <LotBanner />
      <SectionStepBar
        step="开标"
        sentence="请等待"
        countdown={<i>时钟</i>}
        action={<button type="button">下一步</button>}
      />
      <HaltingDialogs />
    </>,
    { history: histories.opened(), now: openingTime, ...scene },
  )
  act(() => showHaltingDialog(which))
  return session
}

describe('pausing and stopping', () => {
  test('[HLT-1] asks for reason and recorder, says for whom and that it can be undone, and sends them', async () => {
    const { sent } = await show('paused')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('全部投标人')
    expect(dialog.textContent).toContain('暂停后可以恢复。')
    expect(dialog.textContent).not.toContain('不能撤销')
    // The one recorded in the preparation is proposed.
    expect((within(dialog).getByLabelText(/^记录人/) as HTMLInputElement).value).not.toBe('')
    await type(dialog, /^记录人/, '')
    await press(dialog, '暂停开标')
    expect(within(dialog).getByText('请填写暂停开标的原因')).toBeTruthy()
    await type(dialog, /^暂停开标原因/, '现场停电')
    expect(within(dialog).getByText('已输入 4 / 500 字')).toBeTruthy()
    expect(within(dialog).getByText('请填写记录人')).toBeTruthy()
    await type(dialog, /^记录人/, '周记录')
    expect(sent).toEqual([])
    await press(dialog, '暂停开标')
    const payload = { kind: 'paused', reason: '现场停电', recorder: '周记录' }
    await waitFor(() => expect(sent).toEqual([{ type: 'HaltOpening', payload }]))
  })

  test('[HLT-1] a refused one keeps what was typed', async () => {
    await show('stopped', { answer: async () => err({ code: 'lot-paused', message: '已暂停' }) as never })
    const dialog = await screen.findByRole('alertdialog')
    await type(dialog, /^终止开标原因/, '采购任务取消')
    await type(dialog, /^记录人/, '周记录')
    await press(dialog, '终止开标')
    const field = within(dialog).getByLabelText(/^终止开标原因/)
    expect((field as HTMLTextAreaElement).value).toBe('采购任务取消')
  })

  test('[HLT-2] stopping is not offered where the region does not allow it, nor to those who only watch', async () => {
    await show('stopped', { variant: lead60 })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await show('paused', { role: 'supervisor' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('a halted lot', () => {
  test('[HLT-9] its step says so and by whom, the banner why, without a clock and an act', async () => {
    await show(null, { role: 'bidder', history: [...histories.decrypting(), paused] })
    const bar = screen.getByRole('region', { name: '开标' })
    expect(bar.textContent).toContain('标段已暂停（王主持，')
    expect(bar.textContent).not.toContain('现场停电')
    expect(screen.queryByText('时钟')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('status').textContent).toContain('原因：现场停电 记录人：周记录')
  })

  test('[HLT-3] the opener lets go on what is paused here, not what the platform has paused', async () => {
    const { sent, tell } = await show(null, { history: [...histories.decrypting(), paused] })
    await press(screen.getByRole('status'), '恢复开标')
    await press(await screen.findByRole('alertdialog'), '恢复开标')
    await waitFor(() => expect(sent).toEqual([{ type: 'ResumeOpening', payload: {} }]))
    const byPlatform = {
      event: event('LotStatusChanged', { lot: 'paused', reason: '投诉处理' }),
      actor: platform,
    }
    tell([...histories.decrypting(), byPlatform])
    expect(screen.queryByRole('button', { name: '恢复开标' })).toBeNull()
    expect(screen.getByRole('region', { name: '开标' }).textContent).toContain('（交易平台，')
  })

  test('a dialog whose act became impossible does not open again by itself', async () => {
    const { tell } = await show('paused')
    await screen.findByRole('alertdialog')
    tell([...histories.opened(), declared])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    tell([...histories.opened(), declared, event('FailureDecided', { approved: false, reason: '继续' })])
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('declaring a failure', () => {
  test('[HLT-5] proposes the reasons that are true and sends the form', async () => {
    const { sent } = await show('failure')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('申请后不能撤回')
    await press(dialog, '解密成功的投标人不足3家（现有2家）')
    await type(dialog, /^记录人/, '周记录')
    await press(dialog, '申请流标')
    const payload = { reason: '解密成功的投标人不足3家（现有2家）', recorder: '周记录', agent: '' }
    await waitFor(() => expect(sent).toEqual([{ type: 'DeclareFailure', payload }]))
  })

  test('[HLT-6] asks for the agency’s certificate where the region wants its signature', async () => {
    const { laterSteps } = standard
    const variant = { ...standard, laterSteps: { ...laterSteps, failureSignedFor: [1, 2] } }
    const { sent } = await show('failure', { variant })
    const dialog = await screen.findByRole('alertdialog')
    await type(dialog, /^流标原因/, '投标人不足3家')
    await type(dialog, /^记录人/, '周记录')
    await press(dialog, '申请流标')
    expect(within(dialog).getByText('请填写代理机构经办人')).toBeTruthy()
    await type(dialog, /^代理机构经办人/, '李代理')
    await press(dialog, '申请流标')
    expect(within(dialog).getByText('请插入代理机构CA进行签名')).toBeTruthy()
    expect(sent).toEqual([])
  })
})
