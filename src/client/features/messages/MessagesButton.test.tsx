import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { press, renderInSession, type Scene, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, messageText, replyText, supervisor } from '#test/domain/sample-actors.ts'
import { integrated } from '#variants/integrated.ts'
import { lead30 } from '#variants/lead-30.ts'
import { MessagesButton } from './MessagesButton.tsx'

const written = [...histories.enrolled(), histories.messageOf(1)]
const answered = [...written, histories.answerTo(1)]

const show = (scene: Scene) => renderInSession(<MessagesButton />, scene)
const button = (name: string) => screen.findByRole('button', { name })

async function openDialog(name: string): Promise<HTMLElement> {
  fireEvent.click(await button(name))
  return screen.findByRole('dialog')
}

beforeEach(() => localStorage.clear())

test('[PST-1] a bidder writes to the opener and reads who will see it', async () => {
  const { sent } = await show({ role: 'bidder', history: histories.enrolled() })
  const dialog = await openDialog('留言')
  expect(dialog.textContent).toContain('其他投标人不可见')
  await type(dialog, /^给开标人留言/, messageText)
  await press(dialog, '发送')
  expect(sent).toEqual([{ type: 'PostMessage', payload: { message: messageText } }])
})

test('[PST-5] an opener sees how many messages are unread and from whom, and answers below them', async () => {
  const { sent, tell } = await show({ history: written })
  const dialog = await openDialog('留言，1 条未读')
  const conversation = within(dialog).getByRole('region', { name: /1/ })
  expect(conversation.textContent).toContain(messageText)
  expect(within(conversation).getByText('未读')).toBeTruthy()
  const field = within(conversation).getByLabelText(/^答复/)
  const isBelow = (text: string) =>
    (field.compareDocumentPosition(within(conversation).getByText(text)) &
      Node.DOCUMENT_POSITION_FOLLOWING) !==
    0
  expect(isBelow(messageText)).toBe(false)
  await type(conversation, /^答复/, replyText)
  await press(conversation, '发送答复')
  const answers = { bidderCode: bidderCode(1) }
  expect(sent).toEqual([{ type: 'PostMessage', payload: { message: replyText, answers } }])
  tell(answered)
  expect([isBelow(replyText), isBelow(messageText)]).toEqual([true, true])
  await press(dialog, '关闭')
  expect(await button('留言')).toBeTruthy()
})

test('an answer stays unread until its bidder opens the messages, and read after a reload', async () => {
  const scene = { role: 'bidder', history: answered } as const
  await show(scene)
  await openDialog('留言，1 条未读')
  await press(document.body, '关闭')
  await button('留言')
  document.body.replaceChildren()
  await show(scene)
  expect(await button('留言')).toBeTruthy()
})

test.each([
  ['a bidder where only supervisors write', 'bidder', lead30],
  ['a supervisor where nobody writes', 'supervisor', integrated],
  ['an opener where nobody writes', 'opener', integrated],
] as const)('[PST-1] nothing is offered to %s', async (_, role, variant) => {
  await renderInSession(
    <>
      <MessagesButton />
      <p>shown</p>
    </>,
    { role, variant, history: histories.enrolled() },
  )
  await screen.findByText('shown')
  expect(screen.queryByRole('button')).toBeNull()
})

test('[PST-1] after the end the messages are still there, without forms', async () => {
  const says = event('MessageSent', { message: '请核对', name: supervisor.name, bidderCode: null })
  await show({ history: [...histories.ended(), says] })
  const dialog = await openDialog('留言，1 条未读')
  expect(dialog.textContent).toContain('请核对')
  expect(within(dialog).queryByRole('textbox')).toBeNull()
})
