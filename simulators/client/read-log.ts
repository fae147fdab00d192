import type { VisibleEntry } from '#domain/log/entry.ts'
import type { Participant } from './session-client.ts'

/** Every entry of the session's log as the caller may see it. */
export async function readLog(viewer: Participant): Promise<VisibleEntry[]> {
  return (await readWholeLog(viewer)).entries
}

/** The log with its epoch. */
export async function readWholeLog(viewer: Participant): Promise<{ epoch: string; entries: VisibleEntry[] }> {
  const entries: VisibleEntry[] = []
  for (;;) {
    const page = await viewer.call('getSessionLog', { query: { after: entries.length } })
    entries.push(...(page.entries as VisibleEntry[]))
    if (page.entries.length === 0 || entries.length >= page.head) return { epoch: page.epoch, entries }
  }
}
