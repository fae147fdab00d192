import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { genesisHash } from '#domain/log/entry.ts'
import { event } from '#domain/session/event.ts'
import { initial } from '#domain/session/state.ts'
import { ok } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import { platform } from '#test/domain/sample-actors.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import { planBatch } from './batch.ts'

test('every entry of a batch has the time of its own command', () => {
  const times = [0, 0, 1, 2, 1, 0].map((later) => openingTime + later)
  const decide = () => ok([event('TenderPublished', { tender: tender() })])
  const requests = times.map((at, i) => ({ actor: platform, commandId: `command-${i}`, at, decide }))
  const base = { head: 0, hash: genesisHash('session'), state: initial() }
  const { entries } = planBatch(base, requests, new Map(), randomBytes)
  expect(entries.map(({ at }) => at)).toEqual(times.map(isoTime))
})
