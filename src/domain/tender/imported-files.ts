import { flow } from '../session/flow.ts'
import type { SessionState } from '../session/state.ts'
import { type ImportedTenderFile, type TenderFileKind, tenderFileKinds } from './tender-file.ts'

/** The tender file of a kind that stands, as far as the state tells. */
export function importedFile(state: SessionState, kind: TenderFileKind): ImportedTenderFile | null {
  return kind === 'control-price' ? (state.controlPrice?.file ?? null) : state.tenderFiles[kind]
}

/** All of them, in the order of their kinds. */
export function importedFiles(state: SessionState): ImportedTenderFile[] {
  return tenderFileKinds.flatMap((kind) => importedFile(state, kind) ?? [])
}

/** Whether tender files are still imported: until step 2 is entered, whose entry check is not undone. */
export function takesTenderFiles(state: Pick<SessionState, 'status' | 'flow'>): boolean {
  return state.status === 'not-opened' && state.flow < flow.opening
}
