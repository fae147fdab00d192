import { runningReading } from '#domain/announcement/reading.ts'
import type { Role } from '#domain/session/actor.ts'
import { type EventType, isKnown, type RecordedEvent } from '#domain/session/event.ts'
import { phaseOf } from '#domain/session/phase.ts'
import type { SessionState } from '#domain/session/state.ts'
import { type OpenWindow, openWindows } from '#domain/session/warnings.ts'
import { hasActed, isSettled } from '#domain/session/window-settled.ts'
import { ownBidder } from '#domain/submission/own-bidder.ts'
import { epochOf } from '#lib/time.ts'
import type { ClipName } from './phrases.ts'
import type { Row, Topic } from './prompt-row.ts'
import { promptTable } from './prompt-table.ts'
import { bidSentences } from './reading-sentences.ts'
import { phrase, type Sentences, timeLeft } from './sentence.ts'
import { warningTable } from './warning-table.ts'

/** A voice prompt: sentences for caption and browser voice, and the clips of the Chinese one. */
export interface Prompt {
  /** A newer prompt replaces a waiting one of the same id. */
  readonly id: string
  /** Goes before prompts that are not urgent: somebody has to act in time. */
  readonly urgent: boolean
  /** Part of the reading: the number of bidders, which is heard in any case, or a bid, of which the newest counts. */
  readonly reading: 'beginning' | 'bid' | null
  /** Said once for all that come within some seconds (VOI-5). */
  readonly seldom?: boolean
  /** Age in milliseconds at which it becomes stale. */
  readonly freshMs: number
  /** Its topic; a waiting prompt is dropped when its topic ends. */
  readonly topic: Topic | null
  readonly ends: Topic | null
  readonly text: Words
  /** The sentences with numbers as they are read. */
  readonly spoken: Words
  readonly clips: readonly ClipName[]
}

interface Words {
  readonly zh: string
  readonly en: string
}

/** Older prompts (milliseconds) are not said; the progress log has their events. */
export const freshMs = 30_000

/**
 * The prompt for an event, for somebody of this role; null for none (VOI-1). `state`: the fold up to the event or
 * later, as this person may see it.
 */
export function promptFor(event: RecordedEvent, role: Role, state: SessionState): Prompt | null {
  // Events of a newer version are not spoken.
  if (!isKnown(event)) return null
  const rows = promptTable[event.type] as 'silent' | readonly Row<EventType>[]
  if (rows === 'silent') return null
  for (const row of rows) {
    const sentences = row.roles.includes(role) ? row.say(event.payload as never, state, event.at) : null
    if (sentences) return assemble(sentences, about(row, event))
  }
  return null
}

/** The bid being read, for somebody who joins meanwhile; null when none is, and during the objection inquiry. */
export function promptForReading(state: SessionState): Prompt | null {
  const reading = phaseOf(state) === 'reading' ? runningReading(state) : null
  if (!reading?.bidderCode || reading.paused) return null
  const rest = {
    id: 'reading',
    urgent: false,
    reading: 'bid',
    freshMs,
    topic: 'announcement',
    ends: null,
  } as const
  return assemble(bidSentences(reading.bidderCode, state), rest)
}

/**
 * The prompt with the time left in a window at `now` (epoch ms, server's clock), urgent for a bidder who still has to
 * act. Null when the window is closed or has another deadline, and for other roles when every bidder has acted.
 */
export function promptForWindow(
  { window, deadline }: Pick<OpenWindow, 'window' | 'deadline'>,
  role: Role,
  state: SessionState,
  now: number,
): Prompt | null {
  const runs = openWindows(state).some((open) => open.window === window && open.deadline === deadline)
  const leftMs = epochOf(deadline) - now
  if (!runs || leftMs <= 0) return null
  if (role !== 'bidder' && isSettled(window, state, null)) return null
  return timeLeftPrompt(window, leftMs, hasToAct(window, role, state))
}

/** The prompt with the time left in a window (ms), urgent for a listener who still has to act. */
export function timeLeftPrompt(window: OpenWindow['window'], leftMs: number, acts: boolean): Prompt {
  const { left, hurry, forWhat, request } = warningTable[window]
  const time = timeLeft(leftMs)
  const pieces = [phrase(left), ...time.zh, ...(acts ? [phrase(hurry)] : [])]
  const remaining = `${capitalised(time.en)} left ${forWhat}`
  const english = acts ? `${remaining}: ${request}.` : `${remaining}.`
  return assemble(
    { zh: pieces, en: english },
    { id: `window:${window}`, urgent: acts, reading: null, freshMs, topic: window, ends: null },
  )
}

/** Whether the window waits for this bidder to act. */
export function hasToAct(window: OpenWindow['window'], role: Role, state: SessionState): boolean {
  const own = role === 'bidder' ? ownBidder(state) : null
  return own !== null && !hasActed(window, own, state)
}

type About = Pick<Prompt, 'id' | 'urgent' | 'reading' | 'seldom' | 'freshMs' | 'topic' | 'ends'>

function about(row: Row<EventType>, event: RecordedEvent): About {
  return {
    id: row.of ? `${row.id}:${row.of(event.payload as never)}` : row.id,
    urgent: row.urgent ?? false,
    freshMs,
    reading: row.reading ?? null,
    seldom: row.seldom ?? false,
    topic: row.topic ?? null,
    ends: row.ends ?? null,
  }
}

/** A prompt made of its sentences. */
export function assemble({ zh, en }: Sentences, rest: About): Prompt {
  return {
    ...rest,
    text: { zh: ended(zh.map(({ written }) => written).join('')), en },
    spoken: { zh: ended(zh.map(({ said }) => said).join('')), en },
    clips: zh.flatMap(({ clips }) => clips),
  }
}

/** A user's text may already end with a full stop. */
function ended(sentence: string): string {
  return /[。！？.!?]$/.test(sentence) ? sentence : `${sentence}。`
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
