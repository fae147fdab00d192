import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { WaitingRoom } from '#client/session/waiting/WaitingRoom.tsx'
import { waiting } from '#client/texts/zh-CN/waiting.ts'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import type { Role } from '#domain/session/actor.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, signatureOf } from '#test/domain/sample-actors.ts'
import { full } from '#variants/full.ts'
import type { Variant } from '#variants/schema.ts'
import { standard } from '#variants/standard.ts'
import { CommitmentButton } from './CommitmentButton.tsx'

const pdf = new TextEncoder().encode('%PDF-1.7 a letter')
const bidderCode1 = bidderCode(1)
const letter = event('CommitmentLetterCreated', { bidderCode: bidderCode1, letterHash: sha256Hex(pdf) })
const signature = signatureOf(1, 'commitment-letter')
const signed = event('CommitmentLetterSigned', {
  ...{ bidderCode: bidderCode1, letterHash: sha256Hex(pdf), signature },
})

const called: string[] = []
let served: Uint8Array = pdf

beforeEach(() => {
  called.length = 0
  served = pdf
})

function serve(path: string): Response | null {
  called.push(path.replace(/^.*\/api\/(KB_Local\/)?/, ''))
  if (path.includes('GetCNS')) return new Response(new Uint8Array(served))
  if (!path.includes('CreateCNS')) return null
  return new Response(JSON.stringify({ Result: true, ResultMessage: '', seq: 9 }))
}

const show = (role: Role, history: readonly SessionEvent[], variant: Variant = full) =>
  renderInSession(<CommitmentButton />, { role, history, variant, serve })

const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement

test('the letter opens when a bidder enters, and can be signed only after the wait', async () => {
  const { tell } = await show('bidder', histories.submitted())
  await screen.findByRole('dialog', { name: '投标人承诺函' })
  expect(button('同意并签署（10 秒）').disabled).toBe(true)
  await waitFor(() => expect(called).toContain('CreateCNS'))
  expect(called.some((path) => path.startsWith('GetCNS'))).toBe(false)

  tell([...histories.submitted(), letter])
  await screen.findByText('letter in sight')
  expect(button(/^同意并签署（\d+ 秒）$/).disabled).toBe(true)
  expect(screen.getByRole('timer').textContent).toMatch(/秒后可以签署/)
  expect(button('不同意').disabled).toBe(false)
})

test('a file that differs from the recorded one cannot be signed', async () => {
  served = new TextEncoder().encode('%PDF-1.7 another letter')
  await show('bidder', [...histories.submitted(), letter])
  const dialog = await screen.findByRole('dialog')
  expect((await within(dialog).findByRole('alert')).textContent).toContain('不一致')
  expect(button(/^同意并签署/).disabled).toBe(true)
  expect(button('不同意').disabled).toBe(true)
})

test('the waiting room says that the letter is not signed and opens it, until the bidder has decided', async () => {
  const both = (
    <>
      <CommitmentButton />
      <WaitingRoom />
    </>
  )
  const { tell } = await renderInSession(both, {
    role: 'bidder',
    variant: full,
    history: histories.opened(),
    serve,
  })
  screen.getByText(waiting.letterDue)
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(async () => void fireEvent.click(button(waiting.letterOpen)))
  await screen.findByRole('dialog', { name: '投标人承诺函' })
  const declined = event('CommitmentLetterDeclined', { bidderCode: bidderCode1 })
  tell([...histories.opened(), letter, declined])
  await waitFor(() => expect(screen.queryByText(waiting.letterDue)).toBeNull())
})

test('a bidder who declined is not asked again, but may open the letter again', async () => {
  const { sent } = await show('bidder', [...histories.submitted(), letter])
  await screen.findByText('letter in sight')
  await waitFor(() => expect(button('不同意').disabled).toBe(false))
  await act(async () => void fireEvent.click(button('不同意')))
  expect(sent).toEqual([{ type: 'DeclineCommitmentLetter', payload: {} }])
  cleanup()
  await show('bidder', [...histories.submitted(), letter, histories.declinedLetter(1)])
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(button('承诺函，待签署'))
  expect((await screen.findByRole('dialog')).textContent).toContain('贵单位不同意签署承诺函')
})

test('a signed letter is shown with its signer and without buttons', async () => {
  await show('bidder', [...histories.submitted(), letter, signed])
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(button('承诺函'))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('承诺函已签署')
  expect(within(dialog).queryByRole('button', { name: /同意/ })).toBeNull()
})

test('the letter does not open automatically during the opening', async () => {
  const [tender, ...rest] = histories.decrypting()
  await show('bidder', [tender as SessionEvent, ...rest])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button('承诺函，待签署')).toBeTruthy()
})

test('[SHL-15] a letter that opened by itself gives way to the decryption command', async () => {
  const { tell } = await show('bidder', histories.submitted())
  await screen.findByRole('dialog', { name: '投标人承诺函' })
  tell(histories.decrypting())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('opener and supervisor see the status of every letter', async () => {
  await show('supervisor', [
    ...histories.submitted(),
    letter,
    signed,
    histories.letter(2),
    histories.declinedLetter(2),
  ])
  fireEvent.click(button('承诺函'))
  const dialog = await screen.findByRole('dialog', { name: '投标人承诺函签署情况' })
  expect(dialog.textContent).toContain('已签署 1 / 3')
  for (const status of ['已签署', '不同意签署', '未打开']) {
    expect(within(dialog).getAllByText(status).length).toBeGreaterThan(0)
  }
  const downloads = within(dialog).getAllByRole('button', { name: /^下载/ })
  expect(downloads.map((each) => each.getAttribute('aria-label'))).toEqual([
    '下载 投标人1 的承诺函',
    '下载 投标人2 的承诺函',
  ])
})

test('there is no button where the region requires no letter', async () => {
  await show('bidder', histories.submitted(), standard)
  expect(screen.queryByRole('button')).toBeNull()
})
