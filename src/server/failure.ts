import type { ServerCode } from '#protocol/messages/codes.ts'
import { WrongClockError } from './clock/wrong-clock.ts'
import { isDatabaseUnavailable } from './db/connection-errors.ts'
import { DamagedFile } from './files/file-store.ts'
import { AlteredLogError } from './log/log-marks.ts'

/**
 * The code of a call that threw: it may be retried, the disk is full, a stored file is damaged, a log was altered, or it is
 * a bug.
 */
export function failureCode(error: unknown): ServerCode {
  if (isDatabaseUnavailable(error) || error instanceof WrongClockError) return 'unavailable'
  if (error instanceof DamagedFile) return 'stored-file-damaged'
  if (error instanceof AlteredLogError) return 'log-altered'
  return isStorageFull(error) ? 'storage-full' : 'internal'
}

/** Whether a disk was full: the files' or the database's, which then wrote nothing. */
function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  return full.some((one) => one === code) || isStorageFull(error.cause)
}

/** Disk full, quota exceeded, and PostgreSQL's `disk_full`. */
const full = ['ENOSPC', 'EDQUOT', '53100']
