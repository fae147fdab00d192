import { useMemo } from 'react'
import { openingRecord, recordText } from '#domain/ending/record.ts'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import type { SessionState } from '#domain/session/state.ts'

/** A round's record as it is signed, and its digest computed in this browser. */
export function useRecordHash(round: SessionState) {
  return useMemo(() => {
    const record = openingRecord(round)
    const text = recordText(record)
    return { record, text, hash: sha256Hex(text) }
  }, [round])
}
