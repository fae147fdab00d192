import { type Entry, genesisHash } from '#domain/log/entry.ts'
import { flow } from '#domain/session/flow.ts'
import { initial } from '#domain/session/state.ts'
import type { Random } from '#lib/ports.ts'
import { err } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import { isSealedTo } from '#seal/layers.ts'
import {
  answerAgain,
  checkCommandId,
  commandKey,
  digestOfContent,
  type FirstResult,
  type Fold,
  planBatch,
} from './batch.ts'
import { sealIdentityOf, sealKeyOf } from './seal-keys.ts'
import type { SessionLog } from './session-log.ts'
import type { NewSession, Snapshot } from './session-log-reader.ts'
import { sha256 } from './sha256.ts'

interface MemorySession extends NewSession {
  readonly epoch: string
  readonly entries: Entry[]
  readonly results: Map<string, FirstResult>
  fold: Fold
}

/** Shared by instances of the memory log, as nodes share a database. */
export interface MemoryStorage {
  readonly sessions: Map<string, MemorySession>
  readonly listeners: Set<(sessionId: string, seq: number) => void>
}

export function createMemoryStorage(): MemoryStorage {
  return { sessions: new Map(), listeners: new Set() }
}

/** A log in memory, for simulations and tests; it lasts as long as its storage. */
export function createMemoryLog(random: Random, storage: MemoryStorage = createMemoryStorage()): SessionLog {
  const { sessions, listeners } = storage
  const own = new Set<() => void>()
  const randomHex = (bytes: number) => Buffer.from(random(bytes)).toString('hex')

  return {
    async create(session) {
      const known = sessions.get(session.id)
      if (known) return { epoch: known.epoch }
      const epoch = randomHex(8)
      const fold = { head: 0, hash: genesisHash(session.id), at: '', state: initial() }
      sessions.set(session.id, { ...session, epoch, entries: [], results: new Map(), fold })
      return { epoch }
    },
    async append(id, request) {
      checkCommandId(request.commandId)
      const session = sessions.get(id)
      if (!session) return err({ code: 'not-published', params: {} })
      const plan = planBatch(session.fold, [request], session.results, { random: randomHex, digest: sha256 })
      const [answer] = plan.answers
      if (!answer) throw new Error('a request was left without an answer')
      if ('thrown' in answer) throw answer.thrown
      if (!answer.ok || answer.value.repeated) return answer
      session.fold = plan.fold
      session.entries.push(...plan.entries)
      const digest = digestOfContent(request, sha256)
      session.results.set(commandKey(request.actor.id, request.commandId), { appended: answer.value, digest })
      if (plan.entries.length > 0) for (const listener of listeners) listener(id, plan.fold.head)
      return answer
    },
    async find(id, actorId, asked) {
      checkCommandId(asked.commandId)
      const found = sessions.get(id)?.results.get(commandKey(actorId, asked.commandId))
      return found ? answerAgain(found, digestOfContent(asked, sha256)) : null
    },
    state: async (id) => snapshotOf(sessions.get(id)),
    stateAtLeast: async (id) => snapshotOf(sessions.get(id)),
    async read(id, after, limit) {
      const session = sessions.get(id)
      if (!session) return null
      const entries = session.entries.slice(after, after + limit)
      return { epoch: session.epoch, head: session.fold.head, entries }
    },
    head: async (id) => sessions.get(id)?.fold.head ?? null,
    async sealIdentity(id, envelope) {
      const session = sessions.get(id)
      return session ? sealIdentityOf(session, envelope, session.fold.state) : null
    },
    async sealRecipient(id, envelope) {
      const session = sessions.get(id)
      return session ? sealKeyOf(session, envelope).sealRecipient : null
    },
    async isSealedFor(id, envelope, head) {
      const session = sessions.get(id)
      return session !== undefined && isSealedTo(head, sealKeyOf(session, envelope).sealIdentity)
    },
    listRunning: async (now) =>
      [...sessions.values()].filter((session) => isRunning(session, now)).map(({ id }) => id),
    onAppended(listener) {
      listeners.add(listener)
      const stop = () => void listeners.delete(listener)
      own.add(stop)
      return stop
    },
    async close() {
      for (const stop of own) stop()
    },
  }
}

function snapshotOf(session: MemorySession | undefined): Snapshot | null {
  if (!session) return null
  const { head, hash, at, state } = session.fold
  return { epoch: session.epoch, head, hash, at, unredactedState: state }
}

function isRunning({ fold: { state } }: MemorySession, now: number): boolean {
  const hasBegun = state.flow > flow.start || (state.tender && epochOf(state.tender.opensAt) <= now)
  return Boolean(hasBegun) && state.endedAt === null
}
