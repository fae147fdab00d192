import type { FreezeRecord } from '#server/reports/freeze-record.ts'

/** Of a server without a maker of reports: the signing command is refused as while others are made. */
export const freezeRecord: FreezeRecord = async () => ({
  ok: false,
  error: { code: 'reports-busy', params: {} },
})
