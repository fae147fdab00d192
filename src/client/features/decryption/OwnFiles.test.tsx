import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId, submission, twoFiles } from '#test/domain/sample-actors.ts'
import { OwnFiles } from './OwnFiles.tsx'

const bid = { bidderCode: bidderCode(1), fileId: fileId(1) }
const lacking: Partial<TenderInput> = { bidFiles: [{ kind: 'technical' }, { kind: 'qualification' }] }
const plain = { encrypted: false }

/** Without bid encryption: the events after the import has started. */
function importing(changes: Partial<TenderInput>, ...events: SessionEvent[]): SessionEvent[] {
  return [...histories.entered(changes), histories.frozen, event('BidImportStarted', {}), ...events]
}

/** The second envelope of a bidder whose first was marked invalid. */
function excluded(): SessionEvent[] {
  const mark = event('BidMarked', { bidderCode: bidderCode(1), invalid: true, note: '资格不符' })
  const [, ...rest] = histories.signingConfirmed()
  const { address, hardwareSerial, ...file } = submission(1, 2)
  const commercial = event(
    'BidSubmitted',
    { ...file, kind: 'commercial', bidderCode: bidderCode(1), replaces: null },
    { origin: { address, hardwareSerial } },
  )
  const enrolments = histories.enrolled().length - 1
  const first = [...histories.published(twoFiles), ...rest.toSpliced(enrolments, 0, commercial)]
  return [...first, event('EnvelopeEnded', {}), event('SecondEnvelopeCalled', { personInfo: 'kept' }), mark]
}

const show = (history: readonly SessionEvent[]) => renderInSession(<OwnFiles />, { role: 'bidder', history })

test.each<[string, readonly SessionEvent[], string]>([
  [
    'nothing submitted',
    [...histories.enrolled(), histories.personInfo, event('BidOpeningEntered', {})],
    '贵单位没有递交投标文件，无需解密。',
  ],
  [
    'a bid that lacks a file',
    histories.decrypting(lacking),
    '下达解密指令时贵单位的投标文件递交不齐全，全部文件均不开启！',
  ],
  [
    'a bid that lacks a file, without encryption',
    importing({ ...plain, ...lacking }),
    '导入开始时贵单位的投标文件递交不齐全，全部文件均不开启。',
  ],
])('with %s the bidder is told why nothing is opened', async (_, history, said) => {
  await show(history)
  expect(screen.getByText(said)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('[HLT-9] in a lot that has failed a bidder is not asked to decrypt, in a paused one they are', async () => {
  const lotIs = (lot: 'failed' | 'paused') =>
    show([...histories.decrypting(), event('LotStatusChanged', { lot })])
  await lotIs('failed')
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.getByText(steps['file.sealed'])).toBeTruthy()
  cleanup()
  await lotIs('paused')
  expect(screen.getAllByRole('tab').length).toBeGreaterThan(0)
})

test('a bidder who is excluded from the second envelope is told that their second file stays sealed', async () => {
  await show(excluded())
  expect(
    screen.getByText('贵单位的投标在第一信封中未开启或为无效标，不进入第二信封，该文件保持密封！'),
  ).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
})

test.each([
  ['revoked', 'time-out', '投标文件视为撤销', '原因：未在规定时间内解密。该投标文件不参加唱标。'],
  ['withdrawn', 'hall-away', '投标文件视为撤回', '原因：解密期间开标大厅中断。该投标文件不参加唱标。'],
] as const)('a file that was %s for %s shows so', async (kind, cause, title, detail) => {
  const closed = event('DecryptionClosed', { cause: 'time-out' })
  await show([...histories.decrypting(), closed, event('BidFailed', { ...bid, kind, cause })])
  expect(screen.getByText(title)).toBeTruthy()
  expect(screen.getByText(detail)).toBeTruthy()
  expect(screen.queryByText(steps[`file.${kind}`])).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
})

test.each<[string, readonly SessionEvent[], string]>([
  ['decrypted', [...histories.decrypting(), ...histories.opening(1)], '投标文件已解密并导入。'],
  ['without encryption', importing(plain, ...histories.imported(1).slice(1)), '投标文件已导入。'],
])('a file that was imported (%s) shows so', async (_, history, word) => {
  await show(history)
  expect(screen.getByText(word)).toBeTruthy()
})

test('the act comes first, and the facts of a file are folded', async () => {
  await show(histories.decrypting())
  const [tab] = screen.getAllByRole('tab')
  const file = screen.getByRole('region', { name: '技术标' })
  expect(tab && tab.compareDocumentPosition(file) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const facts = within(file).getByText('文件信息与下载').closest('details')
  expect(facts?.open).toBe(false)
  expect(facts?.textContent).toContain('密文摘要')
})

test('a refused key is said above the form that takes another, once', async () => {
  const refused = [
    histories.handedOver(1),
    event('DecryptionRefused', { ...bid, method: 'file-key', cause: 'wrong-key' }),
  ]
  await show([...histories.decrypting(), ...refused])
  const said = screen.getAllByText(/^解密失败！/)
  expect(said).toHaveLength(1)
  const [tab] = screen.getAllByRole('tab')
  expect(
    said[0] && tab && said[0].compareDocumentPosition(tab) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy()
})

test('without encryption a damaged file is withdrawn and a backup is requested', async () => {
  await show(
    importing(
      plain,
      ...histories.imported(2),
      event('BidFailed', { ...bid, kind: 'withdrawn', cause: 'damaged-file' }),
      event('DecryptionClosed', { cause: 'import-ended' }),
    ),
  )
  expect(screen.getByText('原因：投标文件已损坏。该投标文件不参加唱标。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '上传备用文件' })).toBeTruthy()
})
