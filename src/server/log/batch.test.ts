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
import { sha256 } from './sha256.ts'

test('[LOG-6] every entry has the time of its own command, or of the entry before it where that is later', () => {
  const times = [0, 0, 1, 2, 1, 3].map((later) => openingTime + later)
  const decide = () => ok([event('TenderPublished', { tender: tender() })])
  const requests = times.map((at, i) => ({
    actor: platform,
    commandId: `command-${i}`,
    content: null,
    at,
    decide,
  }))
  const base = { head: 0, hash: genesisHash('session'), at: '', state: initial() }
  const recording = { random: (bytes: number) => randomBytes(bytes).toString('hex'), digest: sha256 }
  const { entries, fold } = planBatch(base, requests, new Map(), recording)
  const expected = [0, 0, 1, 2, 2, 3].map((later) => isoTime(openingTime + later))
  expect(entries.map(({ at }) => at)).toEqual(expected)
  // The next batch comes from a node that is behind.
  const early = { actor: platform, commandId: 'early', content: null, at: openingTime - 90_000, decide }
  const next = planBatch(fold, [early], new Map(), recording)
  expect(next.entries.map(({ at }) => at)).toEqual(expected.slice(-1))
})
