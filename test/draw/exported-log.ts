import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Entry, genesisHash, type VisibleEntry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { viewFor } from '#domain/session/view.ts'
import { exportHead, exportLine } from '#protocol/session-export.ts'

/** What the program finds in an export; see `src/tools/verify-draw.mjs`. */
interface Found {
  readonly problems: readonly string[]
  readonly proved: readonly string[]
  readonly notProvable: readonly string[]
  readonly cut: readonly string[]
  readonly hidden: readonly number[]
  readonly unsupported: readonly number[]
}

const tool = new URL('../../src/tools/verify-draw.mjs', import.meta.url)
export const { verifyLog } = (await import(tool.href)) as { verifyLog(file: string | Uint8Array): Found }

/** The export of a log as this viewer gets it. */
export function exportOf(session: string, log: readonly Entry[], viewer: Viewer): string {
  return textOf(
    session,
    viewer,
    log.map((entry) => viewFor(viewer, entry)),
  )
}

/** An export of these entries, whose first line says that they are all. */
export function textOf(session: string, viewer: Viewer, entries: readonly VisibleEntry[]): string {
  const end = { size: entries.length, head: entries.at(-1)?.hash ?? genesisHash(session) }
  return exportHead(session, viewer, end) + entries.map(exportLine).join('')
}

/** Runs the program as a reader of the file would. */
export function run(text: string, ...hash: string[]): { code: number; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kaibiao-draw-'))
  const file = join(folder, 'log.jsonl')
  writeFileSync(file, text)
  try {
    const output = execFileSync(process.execPath, [fileURLToPath(tool), file, ...hash], { encoding: 'utf8' })
    return { code: 0, output }
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    return { code: status, output: stdout }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
