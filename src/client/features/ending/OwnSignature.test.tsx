import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sha256Hex } from '#domain/canonical.ts'
import { event, type SessionEvent } from '#domain/event.ts'
import { isoTime } from '#lib/time.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as story from '#test/domain/story.ts'
import { openingTime } from '#test/domain/world.ts'
import { SigningPanel } from './SigningPanel.tsx'

const deadline = isoTime(story.signingDeadline)

async function show(history: readonly SessionEvent[]) {
  await renderInSession(<SigningPanel />, { role: 'bidder', history, now: openingTime })
  return screen.getByRole('region', { name: '签署的开标记录' })
}

/** The text that the record's panel opens on the spot. */
function letterOf(record: HTMLElement): string {
  const summary = within(record).getByText('签名所依据的记录原文（JSON）')
  const details = summary.closest('details') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
  return within(record).getByRole('region', { name: '签名所依据的记录原文（JSON）' }).textContent ?? ''
}

test('who is to sign reads the record itself above the act, in words and to the letter', async () => {
  const record = await show(story.signing())
  expect(record.textContent).toContain('唱标人刘唱标')
  const rows = within(record).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent).join()).toMatch(/投标人1.*投标人2/)
  const form = screen.getByLabelText(/^证书文件/)
  expect(record.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)

  const digest = sha256Hex(letterOf(record))
  expect(screen.getAllByText(digest)).toHaveLength(1)
  expect(screen.getByText('本机已核对：所见内容与要签署的记录一致。')).toBeTruthy()
})

test('where another record was issued both digests stand, and nothing can be signed', async () => {
  const issued = 'f'.repeat(64)
  const other = event('SigningStarted', { limitMinutes: 15, deadline, recordHash: issued })
  const record = await show([...story.confirmed(), other])
  expect(screen.getByText(issued)).toBeTruthy()
  expect(screen.getByText(sha256Hex(letterOf(record)))).toBeTruthy()
  expect(screen.getByText('记录摘要不一致，不能签名')).toBeTruthy()
  expect(screen.queryByLabelText(/^证书文件/)).toBeNull()
})

test('what was signed stays to be read', async () => {
  const record = await show(story.signed())
  expect(screen.getByText('开标记录已签名')).toBeTruthy()
  expect(screen.getByText(sha256Hex(letterOf(record)))).toBeTruthy()
  expect(screen.queryByLabelText(/^证书文件/)).toBeNull()
})
