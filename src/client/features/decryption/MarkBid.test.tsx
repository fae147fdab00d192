import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '#client/ui/Toast.tsx'
import type { Role } from '#domain/session/actor.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { err } from '#lib/result.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { press, renderInSession, type Scene, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId } from '#test/domain/sample-actors.ts'
import { Decryption } from './Decryption.tsx'

afterEach(() => void vi.restoreAllMocks())

const marked = event('BidMarked', { bidderCode: bidderCode(1), invalid: true, note: '未递交保证金' })

/** The first bid failed because its stored file was damaged, the second was opened. */
function failed(): SessionEvent[] {
  const bid = { bidderCode: bidderCode(1), fileId: fileId(1) }
  return [
    ...[...histories.decrypting(), ...histories.opening(2), event('DecryptionClosed', { cause: 'time-out' })],
    event('BidFailed', { ...bid, kind: 'withdrawn', cause: 'damaged-file' }),
  ]
}

/** The table row of the first bidder. */
async function rowOfFirst(): Promise<HTMLElement> {
  const rows = await screen.findAllByRole('row')
  const found = rows.find((row) => row.textContent?.includes('投标人1'))
  if (!found) throw new Error('the first bidder has no row')
  return found
}

async function dialogOf(name: string): Promise<HTMLElement> {
  await press(await rowOfFirst(), name)
  return screen.findByRole('alertdialog')
}

const show = (scene: Scene) => renderInSession(<Decryption />, scene)

test('a mark requires a reason and shows it; removing the mark requires none', async () => {
  const section = await show({ history: histories.opened() })
  const asked = await dialogOf('标记无效')
  expect(asked.textContent).toContain('投标人1')
  await press(asked, '标记为无效标')
  expect(within(asked).getByRole('alert').textContent).toBe(messageFor('zh-CN', { code: 'note-missing' }))
  expect(section.sent).toEqual([])
  await type(asked, /^无效标原因/, ' 未递交保证金 ')
  expect(within(asked).queryByRole('alert')).toBeNull()
  await press(asked, '标记为无效标')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

  section.tell([...histories.opened(), marked])
  const row = await rowOfFirst()
  within(row).getByText('无效标')
  within(row).getByText('未递交保证金')
  await press(await dialogOf('取消无效'), '取消无效标记')
  const mark = { bidderCode: bidderCode(1), invalid: true, note: '未递交保证金' }
  expect(section.sent).toEqual([
    { type: 'MarkBid', payload: mark },
    { type: 'MarkBid', payload: { ...mark, invalid: false, note: '' } },
  ])
})

test('a refused mark is reported, and the dialog stays open with the typed reason', async () => {
  const said = vi.spyOn(toast, 'error')
  const message = messageFor('zh-CN', { code: 'locked-by-confirmation' })
  const answer = async () => err({ code: 'locked-by-confirmation', message, params: {} })
  await show({ history: histories.opened(), answer })
  const asked = await dialogOf('标记无效')
  await type(asked, /^无效标原因/, '资格不符')
  await press(asked, '标记为无效标')
  expect(said).toHaveBeenCalledExactlyOnceWith(message, 'locked-by-confirmation')
  expect(within(asked).getByLabelText<HTMLTextAreaElement>(/^无效标原因/).value).toBe('资格不符')
})

test.each<[Role, string]>([
  ['opener', '无效标'],
  ['supervisor', '无效标'],
  ['bidder', '废标'],
])('[ANN-7] the %s reads %s with the reason; only the opener may change it', async (role, badge) => {
  await show({ role, history: [...histories.opened(), marked] })
  const row = await rowOfFirst()
  within(row).getByText(badge)
  within(row).getByText('未递交保证金')
  expect(within(row).queryByRole('button') !== null).toBe(role === 'opener')
})

test('[DEC-16] a bid that failed to open is not offered to be marked; a mark of before can be taken back', async () => {
  const section = await show({ history: failed() })
  expect(within(await rowOfFirst()).queryByRole('button')).toBeNull()
  section.tell([...failed(), marked])
  const row = await rowOfFirst()
  for (const text of ['撤回', '无效标', '未递交保证金', '投标文件已损坏']) within(row).getByText(text)
  within(row).getByRole('button', { name: '取消无效' })
})

test.each<[string, readonly SessionEvent[]]>([
  ['while a bid waits for its key', histories.decrypting()],
  ['once the overview is put up for confirmation', histories.confirming()],
])('no bid can be marked %s', async (_, history) => {
  await show({ history })
  expect(within(await rowOfFirst()).queryByRole('button')).toBeNull()
})
