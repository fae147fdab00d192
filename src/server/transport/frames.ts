import type { Entry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { viewFor, viewKeysOf } from '#domain/session/view.ts'
import type { down } from '#protocol/socket/messages.ts'
import type { Page, Snapshot } from '../log/log.ts'
import { snapshotFor } from '../session/snapshot.ts'

/*
 * What many readers get is cut down, put into JSON and wrapped for the wire once for all of them: once per entry and
 * audience the entry, once per page and audience the message. Nothing is made here but by `viewFor` and `viewState`.
 */

/** A message as Socket.IO's packet and as the whole WebSocket frame around it; one of each for all who get it. */
export interface Encoded {
  readonly packet: string
  readonly frame: Buffer
}

/** Some entries of a log in a row, ready for whoever asks. */
export interface FramedPage {
  /** seq of the last one; the place asked for when there are none. */
  readonly to: number
  readonly head: number
  frameFor(viewer: Viewer): Encoded
}

/** The `events` message of the entries after `after`. */
export function framePage({ epoch, head, entries }: Page, after: number): FramedPage {
  const to = after + entries.length
  const place = `{"epoch":${JSON.stringify(epoch)},"from":${after + 1},"to":${to},"head":${head}`
  const texts = entries.map(entryTexts)
  const message = (viewer: Viewer) => `${place},"entries":[${texts.map((text) => text(viewer)).join()}]}`
  return {
    to,
    head,
    frameFor: oncePer(viewKeysOf(entries), (viewer) => encode('events', message(viewer))),
  }
}

function entryTexts(entry: Entry): (viewer: Viewer) => string {
  return oncePer(viewKeysOf([entry]), (viewer) => JSON.stringify(viewFor(viewer, entry)))
}

/** The `snapshot` message: everybody else has one with their like, every bidder an own one, which is not kept. */
export function frameSnapshot(snapshot: Snapshot): (viewer: Viewer) => Encoded {
  const make = (viewer: Viewer) => encode('snapshot', JSON.stringify(snapshotFor(viewer, snapshot)))
  const shared = oncePer(JSON.stringify, make)
  return (viewer) => (viewer.role === 'bidder' ? make(viewer) : shared(viewer))
}

function oncePer<T>(keyOf: (viewer: Viewer) => string, make: (viewer: Viewer) => T): (viewer: Viewer) => T {
  const made = new Map<string, T>()
  return (viewer) => {
    const key = keyOf(viewer)
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(viewer)
    made.set(key, fresh)
    return fresh
  }
}

/** A message of kind `kind` with `json` as its body. Socket.IO protocol 5: `2` is an event of the main namespace. */
export function encode(kind: keyof typeof down, json: string): Encoded {
  const packet = `2["${kind}",${json}]`
  // Engine.IO protocol 4: `4` is a message.
  return { packet, frame: textFrame(`4${packet}`) }
}

/** A whole text message from server to client in one WebSocket frame, unmasked and uncompressed (RFC 6455 §5.2). */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = 0x81
  if (start === 2) frame[1] = length
  else if (start === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, start)
  return frame
}
