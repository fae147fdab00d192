import { hash as digest } from 'node:crypto'
import { createDraft, type Draft } from '#domain/draft.ts'
import { type Entry, recordEntry } from '#domain/entry.ts'
import type { SessionEvent } from '#domain/event.ts'
import type { SessionState } from '#domain/state.ts'
import type { Random } from '#lib/ports.ts'
import { ok } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import type { Appended, AppendRequest, AppendResult } from './log.ts'

/** A session's log as far as it was folded: `hash` is that of the last entry, or the genesis hash. */
export interface Fold {
  readonly head: number
  readonly hash: string
  readonly state: SessionState
}

/** The first result of a command, as it is stored; `lastSeq < firstSeq` where nothing happened. */
export interface CommandRow {
  readonly actor: string
  readonly commandId: string
  readonly firstSeq: number
  readonly lastSeq: number
}

/** What a batch of commands leads to, to be written whole or not at all. `answers` stand in the requests' order. */
export interface Plan {
  readonly answers: readonly Answer[]
  readonly entries: readonly Entry[]
  readonly commands: readonly CommandRow[]
  readonly fold: Fold
}

/** A result, or the request's own bug: thrown to who asked, without harm to the others of the batch. */
export type Answer = AppendResult | { readonly thrown: unknown }

/**
 * Decides requests one after another, each on the state that those before it lead to. `known` are first results of
 * commands that were appended before.
 */
export function planBatch(
  base: Fold,
  requests: readonly AppendRequest[],
  known: ReadonlyMap<string, Appended>,
  random: Random,
): Plan {
  const results = new Map<string, Appended>()
  const entries: Entry[] = []
  const commands: CommandRow[] = []
  let { head, hash } = base
  // Copied only when something happens: refusals are free.
  let draft: Draft | null = null

  function state(): SessionState {
    return draft?.state ?? base.state
  }

  function answer(request: AppendRequest): Answer {
    const key = commandKey(request.actor.id, request.commandId)
    const first = results.get(key) ?? known.get(key)
    if (first) return ok({ ...first, repeated: true })
    const decided = decideSafely(request, state())
    if ('thrown' in decided || !decided.ok) return decided
    const recorded = record(request, decided.value)
    const result = { repeated: false, firstSeq: head - recorded.length + 1, lastSeq: head, entries: recorded }
    results.set(key, result)
    commands.push({ actor: request.actor.id, commandId: request.commandId, ...range(result) })
    return ok(result)
  }

  function record({ actor, commandId, at }: AppendRequest, events: readonly SessionEvent[]): Entry[] {
    return events.map((event) => {
      const place = { at: isoTime(at), actor: actor.id, role: actor.role, commandId }
      const salt = () => Buffer.from(random(16)).toString('hex')
      const entry = recordEntry(event, { seq: head + 1, previous: hash, ...place }, salt, sha256)
      draft ??= createDraft(base.state)
      draft.apply(entry)
      head = entry.seq
      hash = entry.hash
      entries.push(entry)
      return entry
    })
  }

  const answers = requests.map(answer)
  return { answers, entries, commands, fold: { head, hash, state: state() } }
}

/** Folds entries that follow onto `base`, which stays as it is. */
export function foldOn(base: Fold, entries: readonly Entry[]): Fold {
  const last = entries.at(-1)
  if (!last) return base
  const { state, apply } = createDraft(base.state, entries.length)
  for (const entry of entries) apply(entry)
  return { head: last.seq, hash: last.hash, state }
}

export function commandKey(actorId: string, commandId: string): string {
  return `${actorId}\n${commandId}`
}

/** Throws on a command id that storage or other nodes might read otherwise. */
export function checkCommandId(commandId: string): void {
  if (!/^[\x20-\x7e]{1,200}$/.test(commandId)) throw new TypeError('malformed command id')
}

/** OpenSSL's, several times as fast as the one that runs everywhere. */
function sha256(text: string): string {
  return digest('sha256', text)
}

function range({ firstSeq, lastSeq }: Appended) {
  return { firstSeq, lastSeq }
}

type Decided = ReturnType<AppendRequest['decide']> | { readonly thrown: unknown }

function decideSafely(request: AppendRequest, state: SessionState): Decided {
  try {
    return request.decide(state)
  } catch (thrown) {
    return { thrown }
  }
}
