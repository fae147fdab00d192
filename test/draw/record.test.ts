import { expect, test } from 'vitest'
import { openingRecord, recordHash } from '#domain/ending/record.ts'
import { viewState } from '#domain/session/view-state.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { declaration } from './draw-commands.ts'
import { drawn, drawSession } from './draw-session.ts'

test('[END-16] the signed record names drawn values and drawers, the same for every viewer', () => {
  const session = drawSession()
  const before = recordHash(session.state)
  expect(openingRecord(session.state)).not.toHaveProperty('draws')
  const { outcome } = drawn(session)
  const [result] = outcome?.results ?? []
  session.say(declaration({ kind: 'k', drawId: crypto.randomUUID(), parts: [{ drawer: '甲', range: null }] }))
  const { value, saved } = result ?? {}
  expect(openingRecord(session.state).draws).toEqual([
    { parameter: 'fValue', subject: '', drawer: '刘抽取', value, saved },
  ])
  expect(recordHash(session.state)).not.toBe(before)
  const bidder = { role: 'bidder', unitCode: bidderCode(3), seesSupervisor: true } as const
  expect(openingRecord(viewState(bidder, session.state)).draws).toEqual(openingRecord(session.state).draws)
})
