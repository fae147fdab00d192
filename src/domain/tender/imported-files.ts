import { flow } from '../session/flow.ts'
import type { SessionState } from '../session/state.ts'
import { type ImportedTenderFile, type TenderFileKind, tenderFileKinds } from './tender-file.ts'

/** The imported tender file of a kind; null where there is none or the viewer may not see it. */
export function importedFile(state: SessionState, kind: TenderFileKind): ImportedTenderFile | null {
  return kind === 'control-price' ? (state.controlPrice?.file ?? null) : state.tenderFiles[kind]
}

/** All imported tender files, in the order of their kinds. */
export function importedFiles(state: SessionState): ImportedTenderFile[] {
  return tenderFileKinds.flatMap((kind) => importedFile(state, kind) ?? [])
}

/** Whether tender files may be imported: until step 2 is entered, since its entry check is not repeated (TEN-5). */
export function takesTenderFiles(state: Pick<SessionState, 'status' | 'flow'>): boolean {
  return state.status === 'not-opened' && state.flow < flow.opening
}
