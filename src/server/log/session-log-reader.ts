import type { Entry } from '#domain/log/entry.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { Result } from '#lib/result.ts'

export interface NewSession {
  readonly id: string
  /** age identity and recipient of the outer layer of this session's bid files. */
  readonly sealIdentity: string
  readonly sealRecipient: string
  /** The same of the second envelope's files; without it the first is theirs as well. */
  readonly second?: { readonly sealIdentity: string; readonly sealRecipient: string } | null
}

/** The outcome of a command; without events `entries` is empty and `lastSeq` the head it was decided at. */
export interface Appended {
  /** The command was sent again, and this is its first result. */
  readonly repeated: boolean
  readonly firstSeq: number
  readonly lastSeq: number
  readonly entries: readonly Entry[]
}

/** The id was used for another command (CMD-4). */
interface CommandIdUsed {
  readonly code: 'command-id-used'
  readonly params: Readonly<Record<never, never>>
}

/** A session that does not exist is rejected with `not-published`. */
export type AppendResult = Result<Appended, Rejection | CommandIdUsed>

/** A command by its id, and what the id stands for. */
export interface AskedCommand {
  /** 1 to 200 printable ASCII characters; anything else throws. */
  readonly commandId: string
  /**
   * The command as its sender gave it, as text: under its id another content is refused (CMD-4). Null for the hall's own
   * commands, whose ids nobody else chooses.
   */
  readonly content: string | null
}

export interface Snapshot {
  readonly epoch: string
  readonly head: number
  /** Of the entry at `head`. */
  readonly hash: string
  /** The time of that entry; empty without one. */
  readonly at: string
  /** Read only, whole: redact what leaves the server. */
  readonly unredactedState: SessionState
}

export interface Page {
  readonly epoch: string
  readonly head: number
  /** Whole entries, private fields included, from `after + 1` on. */
  readonly entries: readonly Entry[]
}

/** The log without appending, for everybody but the session authority. */
export interface SessionLogReader {
  /** The first result of a command, or the refusal of another one under its id; null when the id was never used. */
  find(sessionId: string, actorId: string, asked: AskedCommand): Promise<AppendResult | null>
  /** The fold of the whole log, including every append that any node answered before this call. */
  state(sessionId: string): Promise<Snapshot | null>
  /**
   * The fold of at least the first `head` entries; nothing is asked of the database where this node has them. How long
   * that takes depends on what others do: bidders wait for it only after the opening time (RIV-1).
   */
  stateAtLeast(sessionId: string, head: number): Promise<Snapshot | null>
  /**
   * At most `limit` entries after `after`. Includes what this node appended or got a notice of; another node's entries
   * appear within a fraction of a second. Null for an unknown session.
   */
  read(sessionId: string, after: number, limit: number): Promise<Page | null>
  head(sessionId: string): Promise<number | null>
  /** The key that opens the files of an envelope; null for the second envelope until it is called. */
  sealIdentity(sessionId: string, envelope: EnvelopeNumber): Promise<string | null>
  sealRecipient(sessionId: string, envelope: EnvelopeNumber): Promise<string | null>
  /**
   * Whether a file that begins with `head` is sealed to the key of an envelope; false for an unknown session. For nothing
   * else the second envelope's key is used before its call (BID-11).
   */
  isSealedFor(sessionId: string, envelope: EnvelopeNumber, head: Uint8Array): Promise<boolean>
  /**
   * Sessions whose opening has not ended, and has begun or may begin by `now` (epoch ms): only they may have a window
   * that the clock has to close. Draws are held from the opening time on, before anybody enters the bid opening.
   */
  listRunning(now: number): Promise<string[]>
  /** Called after entries are durable, for this node's and, when their notice arrives, for other nodes'. */
  onAppended(listener: (sessionId: string, seq: number) => void): () => void
}

/** The reader's methods of a log alone: whoever gets it cannot append at run time either. */
export function readerOf(log: SessionLogReader): SessionLogReader {
  return {
    find: log.find,
    state: log.state,
    stateAtLeast: log.stateAtLeast,
    read: log.read,
    head: log.head,
    sealIdentity: log.sealIdentity,
    sealRecipient: log.sealRecipient,
    isSealedFor: log.isSealedFor,
    listRunning: log.listRunning,
    onAppended: log.onAppended,
  }
}
