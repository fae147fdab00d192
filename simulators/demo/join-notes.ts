import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Who is played in which section: a file for each section, with a line for each unit. The hall writes it, too, when its
 * opener invites bidders. A line stays until the opening has ended, so that a restarted demo continues.
 */

export function joinFolder(dataDir: string): string {
  const folder = join(dataDir, 'demo/join')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The unit codes of the bidders who are to be played in the section. */
export function joinsIn(dataDir: string, session: string): string[] {
  const note = join(joinFolder(dataDir), session)
  return existsSync(note) ? readFileSync(note, 'utf8').split('\n').filter(Boolean) : []
}

/** Has these bidders played in the section. */
export function noteJoins(dataDir: string, session: string, unitCodes: readonly string[]): void {
  const note = join(joinFolder(dataDir), session)
  if (unitCodes.length > 0) writeFileSync(note, unitCodes.join('\n'), { mode: 0o600 })
  else rmSync(note, { force: true })
}

/** One of them is not to be played any more. */
export function forgetJoin(dataDir: string, session: string, unitCode: string): void {
  noteJoins(
    dataDir,
    session,
    joinsIn(dataDir, session).filter((code) => code !== unitCode),
  )
}
