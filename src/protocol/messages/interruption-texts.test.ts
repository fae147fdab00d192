import { expect, test } from 'vitest'
import type { RecordedInterruption } from '#domain/halting/recorded.ts'
import { interruptionFact } from './interruption-texts.ts'

test('[HLT-8] a pause for which the platform gives no reason says so', () => {
  const pause: RecordedInterruption = {
    lot: 'paused',
    role: 'platform',
    ...{ reason: '', recorder: '', name: '', at: '09:00', until: '09:10', decision: null },
  }
  const [zh, en] = interruptionFact(pause, (at) => at)
  expect(zh).toMatch(/^09:00 – 09:10 .*：未说明原因（交易平台）$/)
  expect(en).toMatch(/: no reason given \(the trading platform\)$/)
})
