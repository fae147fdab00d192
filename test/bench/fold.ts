import { performance } from 'node:perf_hooks'
import { isDeepStrictEqual } from 'node:util'
import { createSessionStore } from '#client/store/session-store.ts'
import { applyEntry, type Entry, type VisibleEntry } from '#domain/entry.ts'
import { type EventShapes, type EventType, eventVersions } from '#domain/event.ts'
import { initial, type SessionState } from '#domain/state.ts'
import { isoTime } from '#lib/time.ts'
import { longestFrame } from '#streams/join-frames.ts'
import { bidderCode, figuresOf, openingTime, signatureOf, submission, tender } from '#test/domain/world.ts'
import { type Figure, figure } from './figure.ts'
import { foldBare } from './fold-bare.ts'

/*
 * Entries folded per second, 1,000 bidders: the server's way (entries into a plain state) and the browser's (its
 * store, which takes frames), against a bare loop over the same parsed entries. Hashes are not looked at, here or
 * there. A log is caught up in frames, to which a long backlog is joined (`streams/join-frames.ts`), or at once.
 */

const bidders = 1000
const rounds = 10
const frameLengths = [longestFrame, Number.POSITIVE_INFINITY]

export async function* bench(): AsyncGenerator<Figure> {
  const logs = [10_000, 100_000].map((n): VisibleEntry[] => JSON.parse(JSON.stringify(wholeLog(n))))
  for (const entries of logs) {
    yield compare('fold-server', entries, () => fold(entries))
  }
  for (const entries of logs) {
    const seen = entries.map((entry) => ({ ...entry, private: {} }) as VisibleEntry)
    check(entries)
    check(seen)
    for (const length of frameLengths) {
      const frames = cut(seen, length)
      const name = length === Number.POSITIVE_INFINITY ? 'catch-up' : `frames-of-${length}`
      yield compare(`fold-browser-${name}`, seen, () => foldInStore(frames))
    }
  }
}

function compare(name: string, entries: readonly VisibleEntry[], work: () => unknown): Figure {
  const values: number[] = []
  const baselines: number[] = []
  for (let round = -3; round < rounds; round += 1) {
    // Who goes first takes turns too.
    for (const side of round % 2 ? [0, 1] : [1, 0]) {
      const measured = rate(entries.length, side ? work : () => foldBare(initial(), entries))
      if (round >= 0) (side ? values : baselines).push(measured)
    }
  }
  return figure(name, entries.length, 'entries/s', values, baselines)
}

/** Per second, over long enough to be measured. */
function rate(count: number, work: () => unknown): number {
  globalThis.gc?.()
  const times = Math.ceil(300_000 / count)
  const started = performance.now()
  for (let i = 0; i < times; i += 1) work()
  return (count * times * 1000) / (performance.now() - started)
}

function fold(entries: readonly VisibleEntry[]): SessionState {
  const state = initial()
  for (const entry of entries) applyEntry(state, entry)
  return state
}

function foldInStore(frames: readonly (readonly VisibleEntry[])[]): SessionState {
  const store = createSessionStore()
  for (const entries of frames) store.take({ kind: 'frame', entries, joinedAt: 0 })
  return store.getState().state
}

/** All ways must lead to one state, or the comparison says nothing. Throws where they do not. */
export function check(entries: readonly VisibleEntry[]): void {
  const bare = initial()
  foldBare(bare, entries)
  const others = [fold(entries), ...frameLengths.map((length) => foldInStore(cut(entries, length)))]
  if (!others.every((state) => isDeepStrictEqual(state, bare))) throw new Error('the folds differ')
}

function cut(entries: readonly VisibleEntry[], length: number): VisibleEntry[][] {
  const frames: VisibleEntry[][] = []
  for (let from = 0; from < entries.length; from += length) frames.push(entries.slice(from, from + length))
  return frames
}

/** An opening with every bidder in it; submissions made again, marks, remarks and messages make up the number. */
export function wholeLog(n: number): Entry[] {
  const entries: Entry[] = []
  const codes = Array.from({ length: bidders }, (_, i) => bidderCode(i + 1))
  const each = (add: (code: string, i: number) => void) => codes.forEach((code, i) => void add(code, i + 1))

  function add<T extends EventType>(
    type: T,
    payload: EventShapes[T]['payload'],
    secrets: Entry['private'] = {},
    actor = 'opener-1',
  ): void {
    const seq = entries.length + 1
    const place = { seq, at: isoTime(openingTime + seq), actor, role: 'opener', commandId: `c${seq}` }
    const chain = { commitments: {}, previous: 'a'.repeat(64), hash: 'b'.repeat(64) }
    entries.push({ type, version: eventVersions[type], payload, private: secrets, ...place, ...chain })
  }
  const submit = (code: string, i: number) =>
    add('BidSubmitted', { bidderCode: code, ...submission(i), replaces: null })

  add('TenderPublished', { tender: tender() })
  each((code, i) =>
    add('BidderEnrolled', { bidderCode: code, name: `投标人${i}`, certificate: 'certificate' }),
  )
  each(submit)
  const more = Math.max(0, n - 7 * bidders - 3)
  for (let i = 0; i < Math.ceil(more / 2); i += 1) submit(codes[i % bidders] ?? '', (i % bidders) + 1)
  each((code) => {
    const entered = { role: 'bidder', bidderCode: code, name: code }
    add('ParticipantEntered', entered, { address: { salt: '00', value: '10.0.0.1' } }, `account-of-${code}`)
  })
  add('BidOpeningEntered', {})
  add('DecryptionStarted', { limitMinutes: 30, deadline: isoTime(openingTime + 1_800_000) })
  each((code, i) => {
    const { fileId } = submission(i)
    const identity = { fileIdentity: { salt: '00', value: `key-of-${code}` } }
    add('BidDecrypted', { bidderCode: code, fileId, method: 'certificate' }, identity)
    const figures = { figures: { salt: '00', value: figuresOf(i) } }
    add('BidImported', { bidderCode: code, fileId, documentCount: 3 }, figures)
  })
  each((code, i) => add('BidAnnounced', { bidderCode: code, figures: figuresOf(i) }))
  for (let i = 0; i < Math.floor(more / 2); i += 1) {
    const code = codes[i % bidders] ?? ''
    if (i % 3 === 0) add('MessagePosted', { message: `第${i}句` })
    else if (i % 3 === 1) add('BidMarked', { bidderCode: code, invalid: i % 2 === 0, note: '资格不符' })
    else add('BidRemarked', { bidderCode: code, remark: `备注${i}` })
  }
  each((code, i) => add('OverviewConfirmed', { bidderCode: code, by: 'bidder', signature: signatureOf(i) }))
  return entries
}
