import { setImmediate as breath } from 'node:timers/promises'
import type { Viewer } from '#domain/session/actor.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import type { Page, SessionLogReader } from '../log/session-log-reader.ts'
import { type FramedPage, framePage, frameSnapshot } from './frames.ts'
import type { Outlet } from './outlet.ts'

/*
 * A session's readers, each of them a place in its log. What always holds:
 * 1. A reader gets every entry after their place, once and in order, as `viewFor` leaves it; a snapshot stands for
 *    all entries up to it.
 * 2. Readers at one place are served together: one read, one encoding per audience.
 * 3. A reader whose line is not clear is sent nothing: their place waits, so that nobody has more than one page in
 *    memory. Who does not move for long while more waits is cut off, and goes on from their place on return.
 * 4. Nobody waits for anybody else.
 */

export interface RoomLimits {
  /** A message holds at most this many entries; a long catch-up comes in several. */
  readonly pageLength: number
  /** Whoever lacks more entries than this gets a snapshot. */
  readonly snapshotBeyond: number
  /** A line that takes nothing for so long, while entries wait, is cut. */
  readonly stallMilliseconds: number
}

export interface Reader {
  readonly viewer: Viewer
  readonly outlet: Outlet
  /** The last seq sent. */
  place: number
  left: boolean
  /** A read for them is under way; asked for meanwhile, another one follows. */
  busy: boolean
  again: boolean
  /** There was something to send, but their line was not clear: since when it takes nothing, and what it has to. */
  stalled: { since: number; waiting: number } | null
}

export interface Room {
  readonly readers: ReadonlySet<Reader>
  /** Starts sending everything after `place`; `head` is the log's, as far as known. */
  join(viewer: Viewer, outlet: Outlet, place: number, head: number): Reader
  leave(reader: Reader): void
  /** The log goes on to `seq`: whatever was read before is not all any more. */
  moved(seq: number): void
  /** Sends everybody what lies after their place; resolves when those furthest on have it. */
  serve(): Promise<void>
  /** To be called now and then: nothing depends on being told. */
  look(): void
}

/** Pages kept from one look to the next for those who come to the same place meanwhile. */
const pagesKept = 16

export function createRoom(
  log: Pick<SessionLogReader, 'read' | 'state'>,
  sessionId: string,
  limits: RoomLimits,
  onError: (error: unknown) => void,
): Room {
  const readers = new Set<Reader>()
  const pages = new Map<number, Promise<FramedPage | null>>()
  const oneAtATime = createSemaphore(1)
  let snapshot: Promise<Framed | null> | null = null
  let head = 0

  async function serve(some: Iterable<Reader>): Promise<void> {
    const together = new Map<number, Reader[]>()
    for (const reader of some) {
      if (reader.busy) reader.again = true
      else if (!reader.left && !reader.stalled) {
        const group = together.get(reader.place)
        if (group) group.push(reader)
        else together.set(reader.place, [reader])
      }
    }
    const furthest = Math.max(...together.keys())
    let done: Promise<void> | undefined
    for (const [place, group] of together) {
      if (head - place > limits.snapshotBeyond) {
        for (const reader of group) void sendSnapshot(reader).catch(onError)
      } else {
        const sent = sendPage(place, group).catch(onError)
        if (place === furthest) done = sent
      }
    }
    await done
  }

  async function sendPage(place: number, group: readonly Reader[]): Promise<void> {
    for (const reader of group) begin(reader)
    let sent = false
    try {
      const page = await pageAfter(place)
      if (page) head = Math.max(head, page.head)
      if (page && page.to > place) {
        for (const reader of group) send(reader, page)
        sent = true
      }
    } finally {
      for (const reader of group) reader.busy = false
    }
    void serve(group.filter((reader) => reader.again || (sent && reader.place < head)))
  }

  async function sendSnapshot(reader: Reader): Promise<void> {
    begin(reader)
    try {
      const framed = await newestSnapshot()
      if (!framed) return
      if (framed.to <= reader.place) {
        // Older than what they have: the next look reads anew.
        snapshot = null
        return
      }
      head = Math.max(head, framed.to)
      await oneAtATime(async () => {
        send(reader, framed)
        // A state is large, and every bidder's is another: what else there is to do gets its turn in between.
        await breath()
      })
    } finally {
      reader.busy = false
    }
    if (reader.again || reader.place < head) void serve([reader])
  }

  function begin(reader: Reader): void {
    reader.busy = true
    reader.again = false
  }

  /** Sends on a clear line and moves the place; on any other the place waits. */
  function send(reader: Reader, { to, frameFor }: Framed): void {
    const { outlet, viewer } = reader
    if (reader.left) return
    if (outlet.isClear()) {
      outlet.send(frameFor(viewer))
      reader.place = to
      return
    }
    reader.stalled = { since: performance.now(), waiting: outlet.waiting() }
    outlet.onceClear(() => {
      reader.stalled = null
      void serve([reader])
    })
  }

  function pageAfter(place: number): Promise<FramedPage | null> {
    const known = pages.get(place)
    if (known) return known
    const framed = log
      .read(sessionId, place, limits.pageLength)
      .then((page: Page | null) => page && framePage(page, place))
    pages.set(place, framed)
    for (const oldest of pages.keys()) if (pages.size > pagesKept) pages.delete(oldest)
    return framed
  }

  function newestSnapshot(): Promise<Framed | null> {
    snapshot ??= log
      .state(sessionId)
      .then((known) => known && { to: known.head, frameFor: frameSnapshot(known) })
    return snapshot
  }

  function forget(): void {
    pages.clear()
    snapshot = null
  }

  function cutStalled(): void {
    const now = performance.now()
    for (const reader of readers) {
      if (!reader.stalled) continue
      const waiting = reader.outlet.waiting()
      // What is added to the queue is no movement: somebody may go on asking without ever reading.
      if (waiting < reader.stalled.waiting) reader.stalled = { since: now, waiting }
      else if (now - reader.stalled.since >= limits.stallMilliseconds) reader.outlet.cut()
    }
  }

  return {
    readers,
    join(viewer, outlet, place, knownHead) {
      const reader = { viewer, outlet, place, left: false, busy: false, again: false, stalled: null }
      head = Math.max(head, knownHead)
      readers.add(reader)
      void serve([reader])
      return reader
    },
    leave(reader) {
      reader.left = true
      readers.delete(reader)
    },
    moved(seq) {
      head = Math.max(head, seq)
      forget()
    },
    serve: () => serve(readers),
    look() {
      forget()
      cutStalled()
      void serve(readers)
    },
  }
}

/** A page or a snapshot. */
type Framed = Omit<FramedPage, 'head'>
