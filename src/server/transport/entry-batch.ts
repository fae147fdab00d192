import type { Entry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { sharedViewer } from '#domain/session/own-part.ts'
import { viewFor, viewKeysOf } from '#domain/session/view.ts'
import type { Page, Snapshot } from '../log/session-log-reader.ts'
import { ownPartFor, snapshotFor } from '../session/snapshot.ts'
import { type EncodedMessage, encodeBeginning, encodeMessage } from './encoded-message.ts'

/*
 * Messages for many subscribers are redacted and encoded once per audience: entries one by one, then the whole batch; of
 * a snapshot, nearly all of it. Only `viewFor` and `viewState` decide what a message contains.
 */

/** Consecutive entries of a log, encoded per viewer on demand. */
export interface EntryBatch {
  /** seq of the last entry; the position asked for when there are none. */
  readonly to: number
  readonly head: number
  messageFor(viewer: Viewer): EncodedMessage
}

/** The `events` message of the entries after `after`. */
export function encodeBatch({ epoch, head, entries }: Page, after: number): EntryBatch {
  const to = after + entries.length
  const range = `{"epoch":${JSON.stringify(epoch)},"from":${after + 1},"to":${to},"head":${head}`
  const texts = entries.map(entryTexts)
  const message = (viewer: Viewer) => `${range},"entries":[${texts.map((text) => text(viewer)).join()}]}`
  return {
    to,
    head,
    messageFor: oncePer(viewKeysOf(entries), (viewer) => encodeMessage('events', message(viewer))),
  }
}

function entryTexts(entry: Entry): (viewer: Viewer) => string {
  return oncePer(viewKeysOf([entry]), (viewer) => JSON.stringify(viewFor(viewer, entry)))
}

/** The `snapshot` message: what a role sees of the state is encoded once, and ended by what this viewer sees besides. */
export function encodeSnapshot(snapshot: Snapshot): (viewer: Viewer) => EncodedMessage {
  const shared = oncePer(JSON.stringify, (viewer) => {
    const body = JSON.stringify(snapshotFor(viewer, snapshot))
    return encodeBeginning('snapshot', `${body.slice(0, -1)},"own":`)
  })
  return (viewer) => shared(sharedViewer(viewer))(`${JSON.stringify(ownPartFor(viewer, snapshot))}}`)
}

function oncePer<T>(keyOf: (viewer: Viewer) => string, make: (viewer: Viewer) => T): (viewer: Viewer) => T {
  const made = new Map<string, T>()
  // Most readers follow one who sees the same.
  let last: { readonly key: string; readonly value: T } | null = null
  return (viewer) => {
    const key = keyOf(viewer)
    if (last?.key === key) return last.value
    const value = made.get(key) ?? make(viewer)
    made.set(key, value)
    last = { key, value }
    return value
  }
}
