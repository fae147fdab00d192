import { isDeepStrictEqual } from 'node:util'
import { createSessionStore } from '#client/store/session-store.ts'
import { applyEntry, type VisibleEntry } from '#domain/log/entry.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { longestBatch } from '#streams/merge-batches.ts'
import { foldBare } from './fold-bare.ts'

/*
 * The compared ways to fold: the server's (into a plain state), the browser's (into its store, by batches) and a bare
 * loop. The browser catches up in merged batches (`streams/merge-batches.ts`) or at once. None checks hashes.
 */

const frameLengths = { 'browser-frames': longestBatch, 'browser-catch-up': Number.POSITIVE_INFINITY }

/** The ways that are measured against the bare loop. */
export const foldWays = ['server', 'browser-frames', 'browser-catch-up'] as const
export type FoldWay = (typeof foldWays)[number]

/** The fold of these entries in a way, to be run over and over. */
export function foldIn(way: FoldWay, entries: readonly VisibleEntry[]): () => SessionState {
  if (way === 'server') return () => foldAsServer(entries)
  const frames = cut(entries, frameLengths[way])
  return () => foldInStore(frames)
}

export function foldAsBare(entries: readonly VisibleEntry[]): SessionState {
  const state = initial()
  foldBare(state, entries)
  return state
}

/** Throws unless all ways lead to the same state. */
export function check(entries: readonly VisibleEntry[]): void {
  const bare = foldAsBare(entries)
  if (!foldWays.every((way) => isDeepStrictEqual(foldIn(way, entries)(), bare))) {
    throw new Error('the folds differ')
  }
}

function foldAsServer(entries: readonly VisibleEntry[]): SessionState {
  const state = initial()
  for (const entry of entries) applyEntry(state, entry)
  return state
}

function foldInStore(frames: readonly (readonly VisibleEntry[])[]): SessionState {
  const store = createSessionStore()
  for (const entries of frames) store.take({ kind: 'batch', entries, joinedAt: 0 })
  return store.getState().state
}

function cut(entries: readonly VisibleEntry[], length: number): VisibleEntry[][] {
  const frames: VisibleEntry[][] = []
  for (let from = 0; from < entries.length; from += length) frames.push(entries.slice(from, from + length))
  return frames
}
