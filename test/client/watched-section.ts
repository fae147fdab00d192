import { createHash } from 'node:crypto'
import type { Phase } from '#domain/session/phase.ts'
import type { WatchedSection } from '#protocol/socket/watched.ts'

interface Circumstances {
  readonly phase?: Phase
  /** Of the decryption; without one no clock runs. */
  readonly deadline?: string
}

/** A section of the supervisors' wall, by its code. */
export function watchedSection(
  code: string,
  { phase = 'decrypting', deadline }: Circumstances = {},
): WatchedSection {
  const digits = createHash('sha256').update(code).digest('hex')
  const id = `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
  return {
    ...{ id, code, name: `标段 ${code}`, opensAt: '2026-03-02T01:30:00.000Z', seq: 9 },
    summary: {
      tender: { qualification: 16, bidStyle: 1, preReview: false },
      step: 'opening',
      phase,
      count: { done: 1, total: 3 },
      window: deadline
        ? { name: 'decryption', deadline, from: '2026-03-02T01:40:00.000Z', warnAt: [5, 1] }
        : null,
      halt: null,
    },
    last: { at: '2026-03-02T01:41:00.000Z', zh: '中部路桥解密成功', en: 'Midland Roads has decrypted' },
  }
}
