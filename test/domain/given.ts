import { expect } from 'vitest'
import { applyEntry, type Entry } from '#domain/log/entry.ts'
import { type Actor, systemActor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { decide } from '#domain/session/decide.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import { permissions } from '#domain/session/permissions.ts'
import type { RejectionCode, RejectionParams } from '#domain/session/rejection.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import type { Rules } from '#domain/session/variant-rules.ts'
import { isoTime } from '#lib/time.ts'
import { openingTime, rules } from '#test/support/sample-tender.ts'
import { agency, bidder, minute, opener, platform, supervisor, tenderer } from './sample-actors.ts'
import { recorded } from './session.ts'

/** The time of the given events, by default. */
export const past = isoTime(openingTime - 60 * minute)

/** The time of commands by default: a minute after the opening time. */
export const present = openingTime + minute

/** An event with its actor and time, where they matter. */
export interface Happened {
  readonly event: SessionEvent
  readonly actor?: Actor
  readonly at?: string
}

export type History = readonly (SessionEvent | Happened)[]

interface Circumstances {
  readonly as?: Actor
  readonly at?: number
  readonly rules?: Partial<Rules>
}

const actors: Readonly<Record<Actor['role'], Actor>> = {
  opener,
  bidder: bidder(1),
  supervisor,
  agency,
  tenderer,
  platform,
  system: systemActor,
}

/** Folds a history through real entries. */
export function stateAfter(history: History): SessionState {
  const state = initial()
  const log: Entry[] = []
  for (const item of history) {
    const { event, actor = opener, at = past } = 'event' in item ? item : { event: item }
    const entry = recorded(log, event, actor, at)
    log.push(entry)
    applyEntry(state, entry)
  }
  return state
}

/**
 * `given(history).when(command).then(events)`, or `.thenRejected(code, params)`. Unless told otherwise the command
 * is given by the first role that may (bidder 1 for bidders), a minute after the opening time.
 */
export function given(...history: History) {
  return {
    when(command: Command, { as, at = present, rules: changed }: Circumstances = {}) {
      const role = permissions[command.type].roles[0] ?? 'system'
      const context = { now: at, actor: as ?? actors[role], rules: { ...rules, ...changed } }
      const decision = decide(stateAfter(history), command, context)
      return {
        // biome-ignore lint/suspicious/noThenProperty: the form of every decision test; nobody awaits it
        then(...events: SessionEvent[]) {
          expect(decision).toEqual({ ok: true, value: events })
        },
        thenRejected<C extends RejectionCode>(
          code: C,
          ...params: keyof RejectionParams[C] extends never ? [] : [RejectionParams[C]]
        ) {
          expect(decision).toEqual({ ok: false, error: { code, params: params[0] ?? {} } })
        },
      }
    },
  }
}
