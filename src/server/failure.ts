import type { ServerCode } from '#protocol/messages/codes.ts'
import { isDatabaseUnavailable } from './db/connection-errors.ts'

/** What somebody is told of a call that threw: whether to ask again in a moment, to see to the disk, or that it is a bug. */
export function failureCode(error: unknown): ServerCode {
  if (isDatabaseUnavailable(error)) return 'unavailable'
  return isStorageFull(error) ? 'storage-full' : 'internal'
}

/** Whether there was no room: on the disk of the files, or on the database's, which then wrote nothing. */
function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  return full.some((one) => one === code) || isStorageFull(error.cause)
}

/** No room and no quota left, and PostgreSQL's `disk_full`. */
const full = ['ENOSPC', 'EDQUOT', '53100']
