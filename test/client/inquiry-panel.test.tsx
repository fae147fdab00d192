import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { AnnouncementBar } from '#client/features/announcement/AnnouncementBar.tsx'
import { InquiryPanel } from '#client/features/inquiry/InquiryPanel.tsx'
import { inquiry } from '#client/texts/zh-CN/inquiry.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { event } from '#domain/session/event.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { press, renderInSession, type Scene, type } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, minute, objectionText, replyText } from '#test/domain/sample-actors.ts'
import { full } from '#variants/full.ts'

const { inquiring, inquiryAnswer, inquiryDeadline, inquiryReply, inquired } = histories
const page = (
  <>
    <AnnouncementBar />
    <InquiryPanel />
  </>
)
const show = (scene: Scene) => renderInSession(page, { now: inquiryDeadline - 2 * minute, ...scene })
const button = (name: string) => screen.queryByRole('button', { name })
const goOn = () => button(steps['announcement.enterEnd'])
const timeOut = event('InquiryClosed', { cause: 'time-out', answered: 1, objecting: 1, silent: 1 })

describe('the opener', () => {
  test('[INQ-1] [INQ-7] orders the inquiry for everybody, and goes on once it has ended', async () => {
    const section = await show({ history: inquiring().slice(0, -1) })
    screen.getByText(steps['announcement.openerAsks'])
    expect(goOn()).toBeNull()
    await press(document.body, inquiry.start)
    const asked = await screen.findByRole('alertdialog')
    expect(asked.textContent).toContain('限时 3 分钟')
    expect(asked.textContent).toContain(inquiry.everybody)
    await press(asked, inquiry.start)
    await waitFor(() => expect(section.sent).toEqual([{ type: 'StartInquiry', payload: {} }]))
    section.tell([...inquiring(), inquiryAnswer(1)])
    screen.getByText('正在询问投标人对开标是否有异议，已答复 1 / 2 家。')
    screen.getByRole('timer')
    expect(goOn()).toBeNull()
    section.tell([...inquiring(), inquiryAnswer(1), timeOut])
    screen.getByText('异议询问时间到：1 家已答复，其中 1 家有异议，1 家未答复。')
    screen.getByText('1 条唱标或开标异议待回复，须在电子签名或结束开标前全部回复。')
    screen.getByText(inquiry['answer.none'])
    expect(goOn()).not.toBeNull()
  })

  test('[INQ-8] replies to an objection, once', async () => {
    const section = await show({ history: inquired() })
    // Above the answers, which may be many.
    const answers = screen.getByRole('table', { name: inquiry.table })
    expect(
      screen.getByText(objectionText).compareDocumentPosition(answers) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy()
    await press(document.body, '回复 投标人1 的开标异议')
    await press(document.body, inquiry.submitReply)
    screen.getByText(messageFor('zh-CN', { code: 'reply-missing' }))
    await type(document.body, new RegExp(`^${inquiry.replyContent}`), replyText)
    await press(document.body, inquiry.submitReply)
    const payload = { bidderCode: bidderCode(1), content: replyText }
    await waitFor(() => expect(section.sent).toEqual([{ type: 'ReplyInquiry', payload }]))
    section.tell([...inquired(), inquiryReply(1)])
    screen.getByText(replyText)
    expect(button('回复 投标人1 的开标异议')).toBeNull()
  })

  test('[INQ-1] sees nothing of it where the region does not ask', async () => {
    await show({ history: histories.readToEnd() })
    expect(button(inquiry.start)).toBeNull()
    expect(goOn()).not.toBeNull()
  })

  test('[INQ-2] is told that the reading has not ended', async () => {
    await show({ history: histories.reading(), variant: full })
    screen.getByText(inquiry.startWhileReading)
  })
})

describe('a bidder', () => {
  test('[INQ-4] says that they have no objection', async () => {
    const section = await show({ role: 'bidder', history: inquiring() })
    screen.getByText(steps['announcement.inquiryBidder'])
    // Both answers are where the act of a phone's page is, and neither is drawn as the one to give.
    const answers = [...document.querySelectorAll('[data-sticky-act] button')]
    expect(answers.map(({ textContent }) => textContent)).toEqual([inquiry.no, inquiry.yes])
    expect(document.querySelector('[data-official-act=next]')).toBeNull()
    await press(document.body, inquiry.no)
    const asked = await screen.findByRole('alertdialog')
    expect(asked.textContent).toContain(inquiry.noBody)
    await press(asked, inquiry.no)
    const payload = { objects: false, text: '' }
    await waitFor(() => expect(section.sent).toEqual([{ type: 'AnswerInquiry', payload }]))
    section.tell([...inquiring(), inquiryAnswer(1, false)])
    screen.getByText(inquiry.saidNo)
    screen.getByText(steps['announcement.inquiryAnswered'])
  })

  test('[INQ-5] objects with a text, which is required', async () => {
    const section = await show({ role: 'bidder', history: inquiring() })
    await press(document.body, inquiry.yes)
    await press(document.body, inquiry.submit)
    screen.getByText(messageFor('zh-CN', { code: 'objection-missing' }))
    await type(document.body, new RegExp(`^${inquiry.text}`), ` ${objectionText} `)
    await press(document.body, inquiry.submit)
    const payload = { objects: true, text: objectionText }
    await waitFor(() => expect(section.sent).toEqual([{ type: 'AnswerInquiry', payload }]))
    section.tell([...inquiring(), inquiryAnswer(1)])
    screen.getByText(inquiry.saidYes)
    section.tell([...inquiring(), inquiryAnswer(1), inquiryReply(1)])
    screen.getByText(inquiry.repliedToYou)
    screen.getByText(replyText)
  })

  test('[INQ-9] sees no other bidder’s answer, and the numbers only once it has ended', async () => {
    const section = await show({ role: 'bidder', history: [...inquiring(), inquiryAnswer(2)] })
    expect(document.body.textContent).not.toContain('投标人2')
    expect(screen.queryByRole('table')).toBeNull()
    section.tell([...inquiring(), inquiryAnswer(1), inquiryAnswer(2), timeOut])
    screen.getByText(/异议询问时间到/)
  })

  test('is told that they were too late', async () => {
    const ended = event('InquiryClosed', { cause: 'time-out', answered: 0, objecting: 0, silent: 2 })
    const section = await show({ role: 'bidder', history: inquiring(), now: inquiryDeadline })
    screen.getByText(inquiry.missed)
    // Once the bar says it, the panel does not say it again.
    section.tell([...inquiring(), ended])
    screen.getByText(steps['announcement.inquiryMissed'])
    expect(screen.queryByText(inquiry.missed)).toBeNull()
    section.tell([...inquiring(), ended, event('EndEntered', {})])
    screen.getByText(inquiry.missed)
    expect(button(inquiry.no)).toBeNull()
  })
})

test('[INQ-9] a supervisor sees every answer, and has nothing to press', async () => {
  await show({ role: 'supervisor', history: inquired() })
  const table = screen.getByRole('table', { name: inquiry.table })
  within(table).getByText(inquiry['answer.yes'])
  within(table).getByText(inquiry['answer.no'])
  screen.getByText(objectionText)
  expect(button('回复 投标人1 的开标异议')).toBeNull()
})
