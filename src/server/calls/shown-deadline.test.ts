import { expect, test } from 'vitest'
import { type History, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder } from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { full } from '#variants/full.ts'
import type { Services } from '../services.ts'
import { confirmationHandlers } from './confirmation.ts'
import { inquiryHandlers } from './inquiry.ts'
import { openingHandlers } from './opening.ts'
import { signingHandlers } from './signing.ts'

const services = { clock: () => openingTime, settings: { variant: full } } as unknown as Services
const { GetIsConfirmKBYLB } = confirmationHandlers
const { getIsSignedKb } = signingHandlers()
const { getJieMiJieZhiShiJian } = openingHandlers(services)
const { xiaDaYiYiXunWenZhiLingTime } = inquiryHandlers(services)

type Asked = (context: never) => Promise<{ ok: true; value: object } | { ok: false }>

/** The deadline that a bidder is told. */
async function deadlineOf(call: Asked, history: History, lot: 'open' | 'paused' | 'failed') {
  const state = { ...stateAfter(history), lot }
  const session = { id: 's', state, unredactedState: state }
  const answer = await call({ session, query: {}, login: { actor: bidder(1) } } as never)
  if (!answer.ok) throw new Error('refused')
  const { EndTime, deadline } = answer.value as { EndTime?: string | null; deadline?: string | null }
  return EndTime === undefined ? deadline : EndTime
}

test.each<[string, Asked, History, History]>([
  ['getJieMiJieZhiShiJian', getJieMiJieZhiShiJian, histories.decrypting(), histories.opened()],
  ['xiaDaYiYiXunWenZhiLingTime', xiaDaYiYiXunWenZhiLingTime, histories.inquiring(), histories.inquired()],
  ['GetIsConfirmKBYLB', GetIsConfirmKBYLB, histories.confirming(), histories.confirmed()],
  ['getIsSignedKb', getIsSignedKb, histories.signed(), histories.signingConfirmed()],
])('[HLT-9] %s tells no deadline that runs while the lot is halted', async (_name, call, open, closed) => {
  expect(await deadlineOf(call, open, 'open')).toMatch(/^20/)
  for (const lot of ['paused', 'failed'] as const) {
    expect(await deadlineOf(call, open, lot)).toBeNull()
    // A window that has closed runs no more.
    expect(await deadlineOf(call, closed, lot)).toMatch(/^20/)
  }
})
