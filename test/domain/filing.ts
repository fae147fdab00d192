import { recordDocument, recordHash } from '#domain/ending/record.ts'
import type { Command } from '#domain/session/command.ts'
import type { SessionState } from '#domain/session/state.ts'
import { documentHash, documentId, signatureOf } from './sample-actors.ts'

/** The overview as PDF, made again and taken out of the list; without a reason the second version is refused. */
export const filing: readonly Command[] = [
  file(1, ''),
  file(2, ''),
  file(3, '备注有改动'),
  { type: 'WithdrawDocument', payload: { documentId: documentId(1), reason: '' } },
  { type: 'WithdrawDocument', payload: { documentId: documentId(1), reason: '已被替换' } },
]

function file(n: number, reason: string): Command {
  const report = { kind: 'overview', format: 'pdf', envelope: 1, language: 'zh-CN' } as const
  const stored = { documentId: documentId(n), basis: 1, sha256: documentHash(n), size: 9 }
  return { type: 'FileDocument', payload: { ...report, ...stored, reason } }
}

/** The signing command as the server prepares it, with the PDF of the record. */
export function startSigning(state: SessionState): Command {
  const n = 10 + state.stage.number
  const stored = { documentId: documentId(n), basis: state.seq, sha256: documentHash(n), size: 9 }
  return {
    type: 'StartSigning',
    payload: { limitMinutes: 15, frozen: { ...stored, recordHash: recordHash(state) } },
  }
}

/** The nth bidder's signature of the record and of its PDF. */
export function signingOf(n: number) {
  return (state: SessionState): Command => ({
    type: 'SignRecord',
    payload: {
      ...{ signature: signatureOf(n), recordHash: state.signing?.recordHash ?? '' },
      ...{ pdf: recordDocument(state)?.sha256 ?? null, cms: 'MIIC' },
    },
  })
}
