import { createDraft, type Draft } from '#domain/log/draft.ts'
import { type Entry, type RandomHex, type Recorded, recordForStorage } from '#domain/log/entry.ts'
import { anyTime, type Leeway } from '#domain/session/decision-times.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import type { SessionState } from '#domain/session/state.ts'
import { err, ok } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import { toleratedMilliseconds } from '../clock/hall-clock.ts'
import type { AppendRequest } from './session-log.ts'
import type { Appended, AppendResult, AskedCommand } from './session-log-reader.ts'
import { sha256 } from './sha256.ts'

/**
 * A session's log folded up to `head`; `hash` is that of the last entry, or the genesis hash, and `at` its time, or
 * empty.
 */
export interface Fold {
  readonly head: number
  readonly hash: string
  readonly at: string
  readonly state: SessionState
}

/** The first result of a command, as it is stored; `lastSeq < firstSeq` where it made no entries. */
export interface CommandRow {
  readonly actor: string
  readonly commandId: string
  readonly firstSeq: number
  readonly lastSeq: number
  readonly digest: CommandDigest
}

/** Of a command's content; null where it is not kept: in rows of older versions, and for the hall's own commands. */
export type CommandDigest = string | null

/** Makes a session's digests. */
export type DigestContent = (content: string) => string

/** A command's first result. */
export interface FirstResult {
  readonly appended: Appended
  readonly digest: CommandDigest
}

/** How a session's commands are recorded. */
export interface Recording {
  readonly random: RandomHex
  readonly digest: DigestContent
}

/** The outcome of a batch of commands, to be written whole or not at all; `answers` in the requests' order. */
export interface BatchPlan {
  /** The fold that it was decided on. */
  readonly base: Fold
  readonly answers: readonly Answer[]
  readonly entries: readonly Entry[]
  /** How each entry is stored. */
  readonly texts: readonly Recorded[]
  readonly commands: readonly CommandRow[]
  readonly fold: Fold
  /** By how much all accepted commands could have come earlier or later with the same outcome. */
  readonly leeway: Leeway
  /** A refused command came so near to a limit that it is decided again once the clock was read (DBC-2). */
  readonly doubtful: boolean
}

/** A result, or what a request's `decide` threw: its caller gets it, the rest of the batch is not affected. */
export type Answer = AppendResult | { readonly thrown: unknown }

/**
 * Decides requests one after another, each on the state after the one before. `known` are first results of commands
 * that were appended before.
 */
export function planBatch(
  base: Fold,
  requests: readonly AppendRequest[],
  known: ReadonlyMap<string, FirstResult>,
  recording: Recording,
): BatchPlan {
  const { head, hash, at } = base
  const work: BatchInProgress = {
    base,
    head,
    hash,
    at,
    draft: null,
    texts: [],
    entries: [],
    commands: [],
    results: new Map(),
    earlier: anyTime.earlier,
    later: anyTime.later,
    doubtful: false,
  }
  const answers: Answer[] = []
  for (const request of requests) answers.push(answer(work, request, known, recording))
  const { texts, entries, commands, earlier, later, doubtful } = work
  return {
    base,
    answers,
    entries,
    texts,
    commands,
    leeway: { earlier, later },
    doubtful,
    fold: work.draft ? { head: work.head, hash: work.hash, at: work.at, state: work.draft.state } : base,
  }
}

/** A batch while it is decided. */
interface BatchInProgress {
  readonly base: Fold
  head: number
  hash: string
  at: string
  /** Made with the first event: a refusal copies no state. */
  draft: Draft | null
  readonly texts: Recorded[]
  readonly entries: Entry[]
  readonly commands: CommandRow[]
  readonly results: Map<string, FirstResult>
  earlier: number
  later: number
  doubtful: boolean
}

function stateOf({ draft, base }: BatchInProgress): SessionState {
  return draft?.state ?? base.state
}

function answer(
  work: BatchInProgress,
  request: AppendRequest,
  known: ReadonlyMap<string, FirstResult>,
  { random, digest: digestOf }: Recording,
): Answer {
  const { commandId } = request
  const actor = request.actor.id
  const key = commandKey(actor, commandId)
  const first = work.results.get(key) ?? known.get(key)
  const digest = digestOfContent(request, digestOf)
  if (first) return answerAgain(first, digest)
  const decided = decideSafely(request, stateOf(work))
  if ('thrown' in decided) return decided
  noteLeeway(work, request, decided.ok)
  if (!decided.ok) return decided
  const firstSeq = work.head + 1
  const before = work.entries.length
  const at = laterOf(timeText(request.at), work.at)
  for (const event of decided.value) record(work, event, request, at, random)
  const lastSeq = work.head
  const result = { repeated: false, firstSeq, lastSeq, entries: work.entries.slice(before) }
  work.results.set(key, { appended: result, digest })
  work.commands.push({ actor, commandId, firstSeq, lastSeq, digest })
  return ok(result)
}

function noteLeeway(work: BatchInProgress, request: AppendRequest, isAccepted: boolean): void {
  if (!request.leeway) return
  const { earlier, later } = request.leeway(stateOf(work))
  if (isAccepted) {
    work.earlier = Math.min(work.earlier, earlier)
    work.later = Math.min(work.later, later)
  } else work.doubtful ||= Math.min(earlier, later) <= toleratedMilliseconds
}

export function digestOfContent({ content }: AskedCommand, digest: DigestContent): CommandDigest {
  return content === null ? null : digest(content)
}

/** The answer to a command whose id was used before: the first result, unless it was another command's (CMD-4). */
export function answerAgain(first: FirstResult, digest: CommandDigest): AppendResult {
  const isOther = first.digest !== null && digest !== null && first.digest !== digest
  return isOther ? err({ code: 'command-id-used', params: {} }) : ok({ ...first.appended, repeated: true })
}

function record(
  work: BatchInProgress,
  event: SessionEvent,
  { actor, commandId }: AppendRequest,
  at: string,
  random: RandomHex,
): void {
  const place = {
    seq: work.head + 1,
    at,
    actor: actor.id,
    role: actor.role,
    commandId,
    previous: work.hash,
  }
  const recorded = recordForStorage(event, place, random, sha256)
  const { entry } = recorded
  work.draft ??= createDraft(work.base.state)
  work.draft.apply(entry)
  work.head = entry.seq
  work.hash = entry.hash
  work.at = at
  work.texts.push(recorded)
  work.entries.push(entry)
}

/** Folds the entries that follow `base`, which is not changed. */
export function foldOn(base: Fold, entries: readonly Entry[]): Fold {
  const last = entries.at(-1)
  if (!last) return base
  const { state, apply } = createDraft(base.state, entries.length)
  for (const entry of entries) apply(entry)
  return { head: last.seq, hash: last.hash, at: last.at, state }
}

export function commandKey(actorId: string, commandId: string): string {
  return `${actorId}\n${commandId}`
}

/** Throws on a command id that storage or other nodes might read differently. */
export function checkCommandId(commandId: string): void {
  if (commandId.length > 200 || !/^[\x20-\x7e]+$/.test(commandId)) throw new TypeError('malformed command id')
}

/** Times of a log never run back (LOG-6), whichever node wrote the entry before. */
function laterOf(at: string, before: string): string {
  return at < before ? before : at
}

let lastTime = { epoch: Number.NaN, text: '' }

/** `isoTime` of the last millisecond is kept: it is costly, and under load many commands share a millisecond. */
function timeText(epoch: number): string {
  if (epoch !== lastTime.epoch) lastTime = { epoch, text: isoTime(epoch) }
  return lastTime.text
}

type Decided = ReturnType<AppendRequest['decide']> | { readonly thrown: unknown }

function decideSafely(request: AppendRequest, state: SessionState): Decided {
  try {
    return request.decide(state)
  } catch (thrown) {
    return { thrown }
  }
}
