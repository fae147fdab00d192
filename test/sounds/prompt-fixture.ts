import { applyEntry, isHidden, toRecorded, type VisibleEntry } from '#domain/log/entry.ts'
import type { Actor, Role } from '#domain/session/actor.ts'
import type { EventShapes, EventType, RecordedEvent } from '#domain/session/event.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { viewFor } from '#domain/session/view.ts'
import { type Prompt, promptFor } from '#sounds/prompts.ts'
import { bidder } from '#test/domain/sample-actors.ts'
import { type BidPlan, openingOf, type TestSession } from '#test/domain/session.ts'

/** Three bids of openings in these tests; the last one is not decrypted in time. */
export const bids: readonly BidPlan[] = [
  { name: '江河水利建设集团有限公司', figures: { price: '1234567.89', days: '180', manager: '赵一' } },
  { name: '中部路桥', figures: { price: '20000300', days: '90', manager: '钱二' } },
  { name: '迟到工程', figures: { price: '8.08', days: '1', manager: '孙三' }, fails: 'time-out' },
]

/** The prompts that somebody hears in a session, each entry as they see it. */
export function heard(session: TestSession, actor: Actor): Prompt[] {
  const viewer = { role: actor.role, unitCode: actor.unitCode, seesSupervisor: true }
  const state = initial()
  return session.entries
    .map((entry): VisibleEntry => viewFor(viewer, entry))
    .flatMap((entry) => {
      applyEntry(state, entry)
      return isHidden(entry) ? [] : (promptFor(toRecorded(entry), actor.role, state) ?? [])
    })
}

/** An event by the opener, as recorded. */
export function happened<T extends EventType>(type: T, payload: EventShapes[T]['payload']): RecordedEvent {
  const at = '2026-01-01T00:00:00.000Z'
  return { type, seq: 1, version: 1, at, actor: 'a', role: 'opener', payload, private: {} } as RecordedEvent
}

export function saidOf(event: RecordedEvent, role: Role, state: SessionState = initial()) {
  return promptFor(event, role, state)
}

/** The state during decryption as the n-th bidder sees it. */
export function seenBy(n: number): SessionState {
  const state = initial()
  const viewer = { role: 'bidder', unitCode: bidder(n).unitCode, seesSupervisor: true } as const
  for (const entry of openingOf(bids, 'decrypting').entries) applyEntry(state, viewFor(viewer, entry))
  return state
}
