import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { common } from '#client/texts/zh-CN/common.ts'
import { steps } from '#client/texts/zh-CN/steps.ts'
import { waiting } from '#client/texts/zh-CN/waiting.ts'
import type { Role } from '#domain/session/actor.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import type { Tender } from '#domain/tender/tender.ts'
import { renderInSession } from '#test/client/render-in-session.tsx'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId } from '#test/domain/sample-actors.ts'
import { BeforeDecryption } from './BeforeDecryption.tsx'
import { Decryption } from './Decryption.tsx'

/** The decryption, or the import, has ended. */
function over(encrypted: boolean, bidStyle: Tender['bidStyle']): SessionEvent[] {
  const entered = histories.entered({ encrypted, bidStyle })
  const deadline = '2126-03-02T02:00:00.000Z'
  const started = encrypted
    ? event('DecryptionStarted', { limitMinutes: 30, deadline })
    : event('BidImportStarted', {})
  const cause = encrypted ? 'time-out' : 'import-ended'
  return [...entered, histories.frozen, started, event('DecryptionClosed', { cause })]
}

const announced = 1
const notAnnounced = [0, 4] as const
const end = '等待开标人进入开标结束环节。'
const announcement = '等待开标人进入唱标环节。'

test.each<[Role, boolean, Tender['bidStyle'], string]>([
  ['bidder', true, announced, `解密已结束，${announcement}`],
  ['bidder', false, announced, `投标文件导入结束，${announcement}`],
  ...notAnnounced.flatMap((style): [Role, boolean, Tender['bidStyle'], string][] => [
    ['bidder', true, style, `解密已结束，${end}`],
    ['bidder', false, style, `投标文件导入结束，${end}`],
    ['supervisor', false, style, `投标文件导入结束，${end}`],
    ['opener', false, style, '投标文件导入结束，可以进入开标结束。'],
  ]),
])('the %s is told the next step (encrypted: %s, bid style %i)', async (role, encrypted, style, said) => {
  await renderInSession(<Decryption />, { role, history: over(encrypted, style) })
  expect(screen.getByText(said)).toBeTruthy()
})

test('once the decryption is over the bar says how many bids were not opened', async () => {
  const history = histories.atEndWithout(2).filter(({ type }) => !/^(Announce|BidAnn|Reading|End)/.test(type))
  const { tell } = await renderInSession(<Decryption />, { history })
  expect(screen.getByText('解密已结束，可以进入唱标。1 家未开启。')).toBeTruthy()
  tell(histories.opened())
  expect(screen.getByText('解密已结束，可以进入唱标。')).toBeTruthy()
})

test('a bidder whose key is handed over is asked for nothing, and decrypts again only after a refusal', async () => {
  const history = histories.decrypting()
  const now = histories.decryptionDeadline - 600_000
  const { tell } = await renderInSession(<Decryption />, { role: 'bidder', history, now })
  screen.getByText(steps['decryption.barOpen'])
  tell([...history, histories.handedOver(1)])
  screen.getByText(steps['decryption.barOpening'])
  screen.getByText(waiting['for.own-opening'])
  // Until it is open the bidder may have to decrypt again before the deadline.
  expect(screen.queryByText(common.clockDone)).toBeNull()
  const file = { bidderCode: bidderCode(1), fileId: fileId(1), method: 'certificate' } as const
  const refused = event('DecryptionRefused', { ...file, cause: 'wrong-key' })
  tell([...history, histories.handedOver(1), refused])
  screen.getByText(steps['decryption.barOpen'])
  tell([...history, ...histories.opening(1)])
  screen.getByText(steps['opening.bidderDone'])
  screen.getByText(common.clockDone)
})

test('the heading before the decryption names a prequalification', async () => {
  await renderInSession(<BeforeDecryption />, { history: histories.entered({ qualification: 8 }) })
  expect(screen.getByRole('heading', { level: 1, name: steps['opening.titleQualification'] })).toBeTruthy()
})

test('in mode YS the decryption page has the start command', async () => {
  await renderInSession(<Decryption />, { history: histories.entered({ openingMode: 'YS' }) })
  expect(screen.getByRole('button', { name: steps['opening.issue'] })).toBeTruthy()
})
