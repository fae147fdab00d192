import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Toasts } from '#client/ui/Toast.tsx'
import type { Role } from '#domain/session/actor.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { err } from '#lib/result.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import type { SendCommand } from '#streams/commands.ts'
import { press, renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { attachmentOf, objectionId, objectionText, replyText } from '#test/domain/sample-actors.ts'
import { docx } from '#test/support/attachment-files.ts'
import { full } from '#variants/full.ts'
import { ObjectionsButton } from './ObjectionsButton.tsx'

/** Shows the button in a section with this history. */
const show = (role: Role, history: readonly SessionEvent[]) =>
  renderInSession(<ObjectionsButton />, { role, history })

function openDialog(name: string): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole('button', { name }))
  return screen.findByRole('dialog')
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('a bidder’s objection is counted while typed, checked with the exact messages, and sent', async () => {
  const { sent } = await show('bidder', histories.enrolled())
  const dialog = await openDialog('异议')
  await press(dialog, '提交异议')
  expect(within(dialog).getByText('请填写异议内容！')).toBeTruthy()
  const field = within(dialog).getByRole('textbox')
  type(field, '异'.repeat(1001))
  expect(dialog.textContent).toContain('1001 / 1000 字')
  expect(within(dialog).getByRole('alert').textContent).toContain('1000')
  type(field, ` ${objectionText} `)
  await press(dialog, '提交异议')
  const payload = { content: objectionText, attachmentId: null }
  expect(sent).toEqual([{ type: 'RaiseObjection', payload }])
  expect((field as HTMLTextAreaElement).value).toBe('')
})

test('a missing text is reported until its field is left empty', async () => {
  await show('bidder', histories.enrolled())
  const dialog = await openDialog('异议')
  const field = within(dialog).getByRole('textbox')
  const problem = () => within(dialog).queryByRole('alert')?.textContent ?? null
  const change = (value: string) => act(async () => type(field, value))
  const leave = () => act(async () => void fireEvent.blur(field))
  await change('异')
  await leave()
  await change('')
  expect(problem()).toBe('请填写异议内容！')
  await leave()
  expect(problem()).toBeNull()
  await change('异')
  await change('')
  expect(problem()).toBeNull()
  await press(dialog, '提交异议')
  expect(problem()).toBe('请填写异议内容！')
  await leave()
  expect(problem()).toBeNull()
})

test('a reply is unread until the bidder marks it as read', async () => {
  const replied = [...histories.enrolled(), histories.objection(1), histories.reply(1)]
  const { sent, tell } = await show('bidder', replied)
  const dialog = await openDialog('异议，1 条回复未读')
  expect(dialog.textContent).toContain(replyText)
  await press(dialog, '我已阅读')
  expect(sent).toEqual([{ type: 'MarkObjectionRead', payload: { objectionId: objectionId(1) } }])
  tell([...replied, histories.readReply(1)])
  expect(within(dialog).queryByRole('button', { name: '我已阅读' })).toBeNull()
  expect(within(dialog).getByText('已回复')).toBeTruthy()
})

test('an opener sees how many objections have no reply, and replies', async () => {
  const { sent } = await show('opener', [
    ...histories.enrolled(),
    histories.objection(1),
    histories.objection(2),
    histories.reply(1),
  ])
  const dialog = await openDialog('异议，1 条待回复')
  await press(dialog, '回复 投标人2 的异议')
  await press(dialog, '提交回复')
  expect(within(dialog).getByText('请填写回复内容!')).toBeTruthy()
  type(within(dialog).getByRole('textbox'), '复'.repeat(1001))
  expect(within(dialog).getByRole('alert').textContent).toBe('回复内容不能超过1000个字！')
  await press(dialog, '提交回复')
  expect(sent).toEqual([])
  type(within(dialog).getByRole('textbox'), replyText)
  await press(dialog, '提交回复')
  const payload = { objectionId: objectionId(2), content: replyText }
  expect(sent).toEqual([{ type: 'ReplyObjection', payload }])
})

describe('a refusal is reported, and the typed text stays', () => {
  const refuse =
    (code: 'internal' | 'unknown-bidder'): SendCommand =>
    async () =>
      err({ code, params: {}, message: messageFor('zh-CN', { code }) })

  async function refused(role: Role, code: Parameters<typeof refuse>[0]): Promise<HTMLElement> {
    const page = (
      <>
        <ObjectionsButton />
        <Toasts />
      </>
    )
    const history =
      role === 'opener' ? [...histories.enrolled(), histories.objection(1)] : histories.enrolled()
    await renderInSession(page, { role, history, answer: refuse(code) })
    return openDialog(role === 'opener' ? '异议，1 条待回复' : '异议')
  }

  test.each([
    ['internal', /^提出异议失败！./],
    ['unknown-bidder', /^不存在此投标人!$/],
  ] as const)('an objection, for the reason %s', async (code, said) => {
    const dialog = await refused('bidder', code)
    type(within(dialog).getByRole('textbox'), objectionText)
    await press(dialog, '提交异议')
    expect(await screen.findByText(said)).toBeTruthy()
    expect((within(dialog).getByRole('textbox') as HTMLTextAreaElement).value).toBe(objectionText)
  })

  test('a reply', async () => {
    const dialog = await refused('opener', 'internal')
    await press(dialog, '回复 投标人1 的异议')
    type(within(dialog).getByRole('textbox'), replyText)
    await press(dialog, '提交回复')
    expect(await screen.findByText(/^回复失败！./)).toBeTruthy()
    expect((within(dialog).getByRole('textbox') as HTMLTextAreaElement).value).toBe(replyText)
  })
})

test('objections and replies are closed once the opening has begun', async () => {
  const begun = [
    ...histories.decrypting().slice(0, 4),
    histories.objection(1),
    ...histories.decrypting().slice(4),
  ]
  await show('opener', begun)
  const dialog = await openDialog('异议')
  expect(within(dialog).getByText(/不再接收异议/)).toBeTruthy()
  expect(within(dialog).getByText('未回复')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: /^回复/ })).toBeNull()
  cleanup()
  await show('bidder', begun)
  expect(within(await openDialog('异议')).queryByRole('textbox')).toBeNull()
})

test('[OBJ-1] [OBJ-4] where the region takes objections to the end, a bidder raises one after the command', async () => {
  await renderInSession(<ObjectionsButton />, {
    role: 'bidder',
    history: histories.announced(),
    variant: full,
  })
  const dialog = await openDialog('异议')
  expect(within(dialog).getByRole('textbox')).toBeTruthy()
  expect(dialog.textContent).toContain('文件名含后缀最多 50 个字符')
  cleanup()
  const variant = { ...full, rules: { ...full.rules, objectionsUntil: 'announcement' as const } }
  await renderInSession(<ObjectionsButton />, { role: 'bidder', history: histories.announced(), variant })
  expect((await openDialog('异议')).textContent).toContain('已进入唱标环节，不再接收异议和回复！')
})

test('observers can only read', async () => {
  await show('supervisor', [...histories.enrolled(), histories.objection(1)])
  const dialog = await openDialog('异议')
  expect(dialog.textContent).toContain(objectionText)
  expect(
    within(dialog)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual(['下载异议与回复记录（PDF）', '关闭'])
})

test('the reason why objections are closed is shown', async () => {
  for (const [history, words] of [
    [histories.decrypting(), '开标已开始，不再接收异议和回复！'],
    [histories.ended(), '开标已结束! 不再接收异议和回复。'],
    [
      [...histories.enrolled(), event('LotStatusChanged', { lot: 'failed' })],
      '标段已流标，不再接收异议和回复。',
    ],
    [[...histories.enrolled(), event('LotStatusChanged', { lot: 'paused' })], '标段已暂停，暂时无法继续！'],
  ] as const) {
    await show('bidder', history)
    const dialog = await openDialog('异议')
    expect(within(dialog).getByText(words)).toBeTruthy()
    expect(within(dialog).queryByRole('textbox')).toBeNull()
    cleanup()
  }
})

describe('an attachment that is being chosen', () => {
  /** Chooses a file and returns the message beside the field. */
  async function chosen(dialog: HTMLElement, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
    const file = new File([bytes], name)
    fireEvent.change(within(dialog).getByLabelText(/^附件/), { target: { files: [file] } })
    return (await within(dialog).findByRole('alert')).textContent ?? ''
  }

  test('is refused with the exact message before anything is sent', async () => {
    await show('bidder', histories.enrolled())
    const dialog = await openDialog('异议')
    const text = new TextEncoder().encode('<html>')
    expect(await chosen(dialog, text, '异议书.pdf')).toBe('上传文件只支持jpg/pdf/doc/docx格式!')
    const large = new Uint8Array(50 * 1024 * 1024)
    await act(async () => void (await chosen(dialog, large, '异议书.pdf')))
    expect(await within(dialog).findByText('上传文件大小不能超过 50MB!')).toBeTruthy()
    await act(async () => void (await chosen(dialog, new Uint8Array(docx()), `${'附'.repeat(51)}.docx`)))
    expect(await within(dialog).findByText('上传文件名不能超过 50 个字符!')).toBeTruthy()
  })

  test('keeps the objection from being sent while it is refused, until it is dismissed', async () => {
    const { sent } = await show('bidder', histories.enrolled())
    const dialog = await openDialog('异议')
    type(within(dialog).getByRole('textbox'), objectionText)
    await chosen(dialog, new TextEncoder().encode('<html>'), '异议书.pdf')
    await press(dialog, '提交异议')
    expect(sent).toEqual([])
    await press(dialog, '不带附件')
    expect(within(dialog).queryByRole('alert')).toBeNull()
    await press(dialog, '提交异议')
    expect(sent).toEqual([
      { type: 'RaiseObjection', payload: { content: objectionText, attachmentId: null } },
    ])
  })

  test('survives a reload with the text until both are submitted', async () => {
    const fileId = crypto.randomUUID()
    const stored = { fileId, name: '异议书.pdf', size: '1234' }
    sessionStorage.setItem('kaibiao.draft.objection-file.s1', JSON.stringify(stored))
    const { sent } = await show('bidder', histories.enrolled())
    const dialog = await openDialog('异议')
    expect(within(dialog).getByText(/^异议书\.pdf/)).toBeTruthy()
    type(within(dialog).getByRole('textbox'), objectionText)
    await press(dialog, '提交异议')
    const payload = { content: objectionText, attachmentId: fileId }
    expect(sent).toEqual([{ type: 'RaiseObjection', payload }])
    expect(within(dialog).queryByText(/^异议书\.pdf/)).toBeNull()
    const left = JSON.parse(sessionStorage.getItem('kaibiao.draft.objection-file.s1') ?? '{}')
    expect(left).toMatchObject({ fileId: '' })
  })
})

test('readers of an objection see its attachment; only pictures and PDF have a preview', async () => {
  const attached = (n: number, name: string, kind: 'pdf' | 'docx') =>
    histories.objectionWith({ ...attachmentOf(n), name, kind }, n)
  await show('supervisor', [
    ...histories.enrolled(),
    attached(1, '异议书.pdf', 'pdf'),
    attached(2, '函.docx', 'docx'),
  ])
  const dialog = await openDialog('异议')
  expect(within(dialog).getByRole('button', { name: '预览 异议书.pdf' })).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: '下载 函.docx' })).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: '预览 函.docx' })).toBeNull()
})
