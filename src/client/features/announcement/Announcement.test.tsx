import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { inquiry } from '#client/texts/zh-CN/inquiry.ts'
import { reading } from '#client/texts/zh-CN/reading.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { figureText } from '#domain/submission/figures.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'
import { press, renderInSession, type Scene, type } from '#test/client/render-in-session.tsx'
import { past, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, figuresOf, replyText } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { cd } from '#variants/cd.ts'
import { Announcement } from './Announcement.tsx'

const announced = '2 家投标人的开标内容已公布'
const show = (scene: Scene) => renderInSession(<Announcement inquiry={<div />} />, scene)
const button = (name: string) => screen.queryByRole('button', { name })

test.each([
  ['opener', `${announced}。核对无误后进入开标结束。`],
  ['bidder', `${announced}，请核对本单位数据。`],
  ['supervisor', `${announced}。`],
] as const)('the %s is told what to do: only bidders check their figures', async (role, sentence) => {
  await show({ role, history: histories.readToEnd() })
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(button('进入开标结束') !== null).toBe(role === 'opener')
})

test('a supervisor reads in the bar that the bids are being read', async () => {
  await show({ role: 'supervisor', history: histories.reading() })
  screen.getByText(/^正在逐家唱标，已公布 \d 家投标人的开标内容。$/)
})

test('[ANN-11] others wait until the first bid is read, and a bidder checks once their own is', async () => {
  const wait = '开标内容尚未公布，请等待开标人逐家唱标...'
  const begun = [...histories.opened(), event('AnnouncementStarted', { bidderCount: 2 })]
  const figures = (n: number) => event('BidAnnounced', { bidderCode: bidderCode(n), figures: figuresOf(n) })
  const section = await show({ role: 'bidder', history: begun })
  screen.getByText(wait)
  // The bar says so: the panel does not say it again.
  expect(screen.queryByText(reading.notStarted)).toBeNull()
  section.tell([...begun, figures(2)])
  screen.getByText('1 家投标人的开标内容已公布。')
  screen.getByText(reading.notStarted)
  section.tell([...begun, event('ReadingStarted', { pace: null }), figures(1), histories.read(1)])
  screen.getByText('1 家投标人的开标内容已公布，请核对本单位数据。')
})

test.each([
  ['paused', '唱标已暂停', '由开标人恢复开标后继续唱标。'],
  ['stopped', '唱标已停止', '除非交易平台恢复，不再唱标。'],
] as const)(
  '[HLT-9] while the lot is %s no bid is said to be read, and who lets it go on',
  async (kind, head, who) => {
    const { tell } = await show({ role: 'supervisor', history: histories.reading() })
    screen.getByRole('heading', { name: reading.now })
    const halted = { kind, reason: '停电', recorder: '周记录', name: '王主持' }
    tell([...histories.reading(), event('OpeningHalted', halted)])
    screen.getByRole('heading', { name: head })
    screen.getByText(who)
    expect(screen.queryByText(reading.now)).toBeNull()
  },
)

describe('the opener', () => {
  test('[ANN-8] starts the reading at a pace; before its end there is no way on in the bar', async () => {
    const section = await show({ history: histories.announced() })
    expect(button('进入开标结束')).toBeNull()
    const pace = screen.getByLabelText<HTMLSelectElement>(reading.pace)
    expect(pace.value).toBe('')
    expect(screen.queryByText(reading['pace.hint'])).toBeNull()
    await type(document.body, reading.pace, '20')
    screen.getByText(reading['pace.hint'])
    await press(document.body, reading.start)
    expect(section.sent).toEqual([{ type: 'StartReading', payload: { pace: 20 } }])
  })

  test('[ANN-10] reads on, repeats, pauses and resumes, and sees how far it is', async () => {
    const section = await show({ history: histories.reading() })
    screen.getByText('第 1 家 / 共 2 家')
    screen.getByText(/^正在唱标第 1 家（共 2 家）：.+。$/)
    await press(document.body, reading.next)
    await press(document.body, reading.repeat)
    await press(document.body, reading.pause)
    section.tell([...histories.reading(), event('ReadingPaused', {})])
    screen.getByText(reading.paused)
    screen.getByText('唱标已暂停，请继续唱标。')
    for (const name of [reading.next, reading.repeat])
      expect(button(name)?.hasAttribute('disabled')).toBe(true)
    await press(document.body, reading.resume)
    expect(section.sent.map(({ type: sent }) => sent)).toEqual([
      ...['ReadNext', 'RepeatBid', 'PauseReading', 'ResumeReading'],
    ])
    expect(section.sent[0]).toMatchObject({ payload: { position: 2 } })
  })

  test('[ANN-12] ends the reading after the last bid, or early with a reason', async () => {
    const section = await show({ history: [...histories.reading(), histories.read(2)] })
    expect(button(reading.next)).toBeNull()
    expect(button(reading.cutShort)).toBeNull()
    await press(document.body, reading.finish)
    section.tell(histories.reading())
    await press(document.body, reading.cutShort)
    const asked = await screen.findByRole('alertdialog')
    within(asked).getByText('不超过 200 字')
    await press(asked, reading.cutShort)
    const missing = messageFor('zh-CN', { code: 'reading-reason-missing' })
    expect((await within(asked).findByRole('alert')).textContent).toBe(missing)
    await type(asked, /^提前结束的原因/, ' 停电 ')
    await press(asked, reading.cutShort)
    await waitFor(() =>
      expect(section.sent).toEqual([
        { type: 'FinishReading', payload: {} },
        { type: 'CutReadingShort', payload: { reason: '停电' } },
      ]),
    )
    section.tell([...histories.reading(), event('ReadingCutShort', { reason: '停电' })])
    screen.getByText('唱标提前结束，原因：停电')
  })

  test('[DEC-16] marks a bid invalid here too', async () => {
    await show({ history: histories.reading() })
    expect(screen.getAllByRole('button', { name: '标记无效' })).toHaveLength(2)
  })
})

test('[ANN-10] the opener sees the bid that is read and the list above an inquiry that is yet to be ordered, and below one afterwards', async () => {
  const section = await renderInSession(<Announcement inquiry={<p>异议询问的位置</p>} />, {
    history: histories.reading(),
  })
  const isBelow = () =>
    [screen.getByText(reading.now), screen.getByRole('table')].map((element) =>
      Boolean(
        screen.getByText('异议询问的位置').compareDocumentPosition(element) &
          Node.DOCUMENT_POSITION_PRECEDING,
      ),
    )
  expect(isBelow()).toEqual([true, true])
  const started = histories.inquiring().slice(-1)
  section.tell([...histories.reading(), ...started])
  expect(isBelow()).toEqual([false, false])
})

test('[ANN-13] the opener sees what bidders say of their rows', async () => {
  const disputed = { bidderCode: bidderCode(1), answer: 'disputed', text: '工期有误' } as const
  const said = [...histories.reading(), event('RowChecked', disputed)]
  const { tell } = await show({ history: [...said, event('RowChecked', { ...disputed, answer: 'right' })] })
  const first = () => within(screen.getByRole('table')).getAllByRole('rowheader')[0]?.textContent
  expect(first()).toBe('投标人1核对无误')
  tell(said)
  expect(first()).toBe('投标人1有异议')
  screen.getByText('工期有误')
  tell([...said, histories.disputeReply(1)])
  expect(first()).toBe('投标人1异议已回复')
})

test('[ANN-17] the opener replies to what a bidder disputes, and answers anew where they change it', async () => {
  const { dispute, disputeReply } = histories
  const section = await show({ history: [...histories.readToEnd(), dispute(1)] })
  screen.getByText('1 条唱标或开标异议待回复，须在电子签名或结束开标前全部回复。')
  await press(document.body, '回复 投标人1 的唱标异议')
  await type(document.body, new RegExp(`^${inquiry.replyContent}`), '以投标函为准')
  await press(document.body, inquiry.submitReply)
  const payload = { bidderCode: bidderCode(1), at: past, content: '以投标函为准' }
  await waitFor(() => expect(section.sent).toEqual([{ type: 'ReplyDispute', payload }]))
  section.tell([...histories.readToEnd(), dispute(1), disputeReply(1)])
  expect(screen.getAllByText(new RegExp(replyText))).toHaveLength(1)
  expect(button('回复 投标人1 的唱标异议')).toBeNull()
  section.tell([...histories.readToEnd(), dispute(1), disputeReply(1), dispute(1, '总价有误')])
  expect(button('回复 投标人1 的唱标异议')).not.toBeNull()
  section.tell([...histories.signing(), dispute(1)])
  expect(button('回复 投标人1 的唱标异议')).toBeNull()
})

describe('everybody', () => {
  test('[ANN-9] sees the bid being read, marked in the table', async () => {
    const section = await show({ role: 'supervisor', history: histories.announced() })
    screen.getByText(reading.notStarted)
    screen.getByRole('heading', { name: reading.soon })
    section.tell(histories.reading())
    screen.getByRole('heading', { name: reading.now })
    screen.getByRole('heading', { name: '投标人1' })
    const current = () => document.querySelector('tr[aria-current]')?.textContent
    expect(current()).toContain('投标人1')
    section.tell([...histories.reading(), histories.read(2)])
    screen.getByRole('heading', { name: '投标人2' })
    expect(current()).toContain('投标人2')
    section.tell(histories.readToEnd())
    expect(current()).toBeUndefined()
    screen.getByText(reading.finished)
    const inquiry = histories.inquiring().slice(-1)
    section.tell([...histories.readToEnd(), ...inquiry])
    expect(screen.queryByText(reading.finished)).toBeNull()
  })

  test('[ANN-9] an invalid bid is shown as such, without its figures', async () => {
    const marked = event('BidMarked', { bidderCode: bidderCode(1), invalid: true, note: '未盖章' })
    await show({ role: 'supervisor', history: [...histories.reading(), marked] })
    const shown = document.querySelector<HTMLElement>('[data-reading]')
    expect(shown?.textContent).toContain('投标文件被标记为无效：未盖章')
    expect(shown?.textContent).not.toContain('投标报价')
  })

  test('[ANN-11] a bid that has not been read has no figures', async () => {
    const history: SessionEvent[] = [...histories.opened(), event('AnnouncementStarted', { bidderCount: 2 })]
    await show({ role: 'bidder', history })
    expect(document.body.textContent).not.toContain('1,000,001.50')
    expect(screen.queryByRole('button', { name: reading.ownRight })).toBeNull()
  })
})

test('a bidder who has answered for their row is not asked again while it is read', async () => {
  const checked = event('RowChecked', { bidderCode: bidderCode(1), answer: 'right', text: '' })
  await show({ role: 'bidder', history: [...histories.reading(), checked] })
  screen.getByText(reading.youNowChecked)
  expect(screen.queryByText(reading.youNow)).toBeNull()
})

describe('a bidder', () => {
  test('sees that they are next, then that it is their turn', async () => {
    const section = await show({ role: 'bidder', history: histories.announced() })
    screen.getByText(reading.soon)
    screen.getByText(reading.nextIsYou)
    section.tell(histories.reading())
    screen.getByText(reading.youNow)
    section.tell([...histories.reading(), histories.read(2)])
    expect(screen.queryByText(reading.youNow)).toBeNull()
  })

  test('reads in the bar that their bid was not opened, or marked invalid', async () => {
    const mark = event('BidMarked', { bidderCode: bidderCode(1), invalid: true, note: '未盖章' })
    const section = await show({ role: 'bidder', history: [...histories.announced(), mark] })
    screen.getByText('贵单位的投标被标记为废标：未盖章。')
    const late = { name: '投标人1', figures: figuresOf(1), fails: 'time-out' } as const
    section.stands(openingOf([late, { name: '投标人2', figures: figuresOf(2) }], 'announced').state)
    screen.getByText('贵单位的投标文件未能开启：未在规定时间内解密。')
  })

  test('[ANN-13] the bar says what became of their answer', async () => {
    const { dispute, disputeReply } = histories
    const right = event('RowChecked', { bidderCode: bidderCode(1), answer: 'right', text: '' })
    const section = await show({ role: 'bidder', history: [...histories.reading(), right] })
    screen.getByText('贵单位已核对唱标内容，等待下一环节。')
    section.tell([...histories.reading(), dispute(1)])
    screen.getByText('贵单位的异议已提交，等待开标人回复。')
    section.tell([...histories.reading(), dispute(1), disputeReply(1)])
    screen.getByText('开标人已回复贵单位的异议，请查看回复。')
  })

  test('[ANN-13] marks their own row as right, or says what they dispute', async () => {
    const section = await show({ role: 'bidder', history: histories.reading() })
    const own = within(screen.getByRole('region', { name: reading.own }))
    own.getByText(`${figureText('money', figuresOf(1).price ?? '')} 元`)
    await press(document.body, reading.ownRight)
    await press(document.body, reading.ownDispute)
    screen.getByText(messageFor('zh-CN', { code: 'dispute-missing' }))
    await type(document.body, reading.ownDisputeText, '工期有误')
    await press(document.body, reading.ownDispute)
    await waitFor(() =>
      expect(section.sent).toEqual([
        { type: 'CheckRow', payload: { answer: 'right', text: '' } },
        { type: 'CheckRow', payload: { answer: 'disputed', text: '工期有误' } },
      ]),
    )
    const checked = event('RowChecked', { bidderCode: bidderCode(1), answer: 'disputed', text: '工期有误' })
    section.tell([...histories.reading(), checked])
    const said = within(screen.getByRole('region', { name: reading.ownChecked }))
      .getByText('贵单位已提出异议：工期有误')
      .closest('[role=status]')
    await waitFor(() => expect(document.activeElement).toBe(said))
    section.tell([...histories.confirming(), checked])
    expect(button(reading.ownRight)).toBeNull()
    section.tell([...histories.confirming(), checked, histories.disputeReply(1)])
    screen.getByText(`开标人已回复：${replyText}`)
  })
})

test('[ANN-13] a bidder whose bid was not opened reads why, and may dispute it, but has nothing to call right', async () => {
  const history = histories.atEndWithout(1).slice(0, -1)
  const section = await show({ role: 'bidder', history })
  const own = within(screen.getByRole('region', { name: reading.ownFailed }))
  screen.getByText('贵单位的投标文件未能开启：未在规定时间内解密。')
  own.getByText(reading.ownAskFailed)
  expect(button(reading.ownRight)).toBeNull()
  expect(document.body.textContent).not.toContain('请核对')
  await type(document.body, reading.ownDisputeText, '已按时解密')
  await press(document.body, reading.ownDispute)
  const dispute = { type: 'CheckRow', payload: { answer: 'disputed', text: '已按时解密' } }
  await waitFor(() => expect(section.sent).toEqual([dispute]))
  // The bar of a paused section says that it is paused.
  section.stands({ ...stateAfter(history), lot: 'paused' })
  own.getByText('贵单位的投标文件未能开启：未在规定时间内解密。')
})

test('[ANN-13] a bidder who has checked their row may change the answer, and is not asked again', async () => {
  const section = await show({ role: 'bidder', history: histories.reading() })
  const saying = (answer: 'right' | 'disputed', text: string) =>
    section.tell([...histories.reading(), event('RowChecked', { bidderCode: bidderCode(1), answer, text })])
  screen.getByText(reading.ownAsk)
  saying('disputed', '工期有误')
  expect(screen.queryByText(reading.ownAsk)).toBeNull()
  screen.getByText(reading.ownMayChange)
  expect(button(reading.ownRight)).not.toBeNull()
  saying('right', '')
  expect(button(reading.ownRight)).toBeNull()
  expect(button(reading.ownDispute)).not.toBeNull()
})

test.each([
  ['opener', true],
  ['agency', true],
  ['supervisor', false],
  ['bidder', false],
] as const)('the table is exported by user types 1 and 3: %s', async (role, may) => {
  await show({ role, history: histories.announced() })
  expect(button(reading.excel) !== null).toBe(may)
})

test('in a region where a supervisor is user type 3 they export it, too', async () => {
  await show({ role: 'supervisor', history: histories.announced(), variant: cd })
  expect(button(reading.excel)).not.toBeNull()
})
