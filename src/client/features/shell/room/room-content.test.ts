import { expect, test } from 'vitest'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { phaseOf } from '#domain/session/phase.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { declaration } from '#test/draw/draw-commands.ts'
import { drawn, drawSession } from '#test/draw/draw-session.ts'
import { mayShowRoom, roomDraw, roomPart } from './room-content.ts'

test('only the opener and the supervisor open the view for the room', () => {
  expect((['opener', 'supervisor', 'bidder', 'agency', 'platform', null] as const).map(mayShowRoom)).toEqual([
    ...[true, true, false, false, false, false],
  ])
})

test('a draw is shown while it runs and with its result until step 2', () => {
  const section = drawSession()
  expect(roomDraw(section.state)).toBeNull()
  section.say(declaration())
  expect(roomDraw(section.state)?.phase).toBe('joining')
  const decided = drawSession()
  drawn(decided)
  expect([phaseOf(decided.state), roomDraw(decided.state)?.phase]).toEqual(['preparation', 'decided'])
  expect(roomDraw(stateAfter(histories.announced()))).toBeNull()
})

test('the large part shows the section until something is counted, then the count or the bid being read', () => {
  const part = (history: readonly SessionEvent[]) => roomPart(stateAfter(history))
  expect([part(histories.published()), part(histories.entered())]).toEqual(['section', 'section'])
  expect([part(histories.decrypting()), part(histories.announced())]).toEqual(['count', 'count'])
  expect([part(histories.reading()), part(histories.inquiring())]).toEqual(['bid', 'count'])
  expect([part(histories.firstEnvelopeEnded()), part(histories.secondEnvelopeCalled())]).toEqual([
    'end',
    'count',
  ])
  expect(part(histories.ended())).toBe('end')
  const halted = { kind: 'paused', reason: '停电', recorder: '周记录', name: '王主持' } as const
  expect(part([...histories.reading(), event('OpeningHalted', halted)])).toBe('halt')
})
