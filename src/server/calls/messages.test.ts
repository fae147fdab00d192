import { expect, test } from 'vitest'
import type { Entry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { foldFor, openingLog, viewers } from '#test/support/opening-log.ts'
import type { Services } from '../services.ts'
import { messageHandlers } from './messages.ts'

const log = openingLog()
const beforeFreeze = log.slice(
  0,
  log.findIndex(({ type }) => type === 'BidsFrozen'),
)

/** The progress log of a viewer as one text; reading the unredacted state throws. */
async function progressFor(viewer: Viewer, entries: readonly Entry[]) {
  const { getKBProgressMessage } = messageHandlers({
    log: { read: async () => ({ epoch: 'e', head: entries.length, entries }) },
    viewerOf: () => viewer,
  } as unknown as Services)
  const session = {
    ...{ id: 's', epoch: 'e', head: entries.length, state: foldFor(viewer, entries) },
    get unredactedState(): never {
      throw new Error('the unredacted state was read')
    },
  }
  const asking = { session, login: { actor: null }, language: 'zh-CN' }
  const answer = await getKBProgressMessage(asking as unknown as Parameters<typeof getKBProgressMessage>[0])
  return answer.ok ? answer.value.map(({ Message }) => Message).join('\n') : ''
}

test('[SHL-14] a bidder’s progress log names other bidders only once they know them', async () => {
  const [bidder, , opener] = viewers
  if (!bidder || !opener) throw new Error('no viewers')
  expect(await progressFor(opener, beforeFreeze)).toMatch(/Company B1[\s\S]*Company B3/)
  expect(await progressFor(bidder, beforeFreeze)).toContain('Company B2')
  expect(await progressFor(bidder, beforeFreeze)).not.toMatch(/B1|B3/)
  expect(await progressFor(bidder, log)).toMatch(/Company B3[\s\S]*Company B1/)
})
