import { describe, expect, test } from 'vitest'
import type { EventShapes, EventType, RecordedEvent } from '#domain/event.ts'
import { promptFor } from './prompts.ts'

function happened<T extends EventType>(type: T, payload: EventShapes[T]['payload']): RecordedEvent {
  const at = '2026-01-01T00:00:00.000Z'
  return { type, seq: 1, version: 1, at, actor: 'a', role: 'opener', payload, private: {} } as RecordedEvent
}

describe('prompts', () => {
  test('the opener alone is asked for the time limit', () => {
    const entered = happened('BidOpeningEntered', {})
    expect(promptFor(entered, 'opener')).toMatchObject({ id: 'set-limit', urgent: true })
    expect(promptFor(entered, 'bidder')).toMatchObject({ id: 'opening-entered', urgent: false })
  })

  test('the decryption command names its minutes in words, clips and English', () => {
    const started = happened('DecryptionStarted', { limitMinutes: 30, deadline: '2026-01-01T00:30:00.000Z' })
    expect(promptFor(started, 'bidder')).toEqual({
      id: 'decryption-issued',
      urgent: true,
      text: {
        zh: '解密指令已下达，请投标人在三十分钟内完成解密。',
        en: 'Decryption has been ordered: bidders, please decrypt within 30 minutes.',
      },
      clips: ['decryptionIssued', '三', '十', 'minutesToDecrypt'],
    })
  })

  test('the announcement says the number of bidders', () => {
    const prompt = promptFor(happened('AnnouncementStarted', { bidderCount: 2 }), 'supervisor')
    expect(prompt?.text).toEqual({
      zh: '开始唱标，共有两家投标单位。',
      en: 'The announcement begins, with 2 bidders.',
    })
  })

  test('confirmation, signing and the end are said to everybody', () => {
    const deadline = '2026-01-01T00:10:00.000Z'
    const events = [
      happened('ConfirmationStarted', { limitMinutes: 10, deadline }),
      happened('SigningStarted', { limitMinutes: 15, deadline, recordHash: '' }),
      happened('OpeningEnded', {}),
    ]
    for (const role of ['opener', 'bidder', 'supervisor'] as const) {
      expect(events.map((event) => promptFor(event, role)?.id)).toEqual([
        'confirmation-asked',
        'signing-issued',
        'opening-ended',
      ])
    }
  })

  test('decryption ends differently when all is open and when time is over', () => {
    expect(promptFor(happened('DecryptionClosed', { cause: 'all-opened' }), 'bidder')?.id).toBe(
      'all-decrypted',
    )
    expect(promptFor(happened('DecryptionClosed', { cause: 'time-out' }), 'bidder')?.id).toBe(
      'decryption-over',
    )
  })

  test('what is no news to people is not said', () => {
    expect(promptFor(happened('MessagePosted', { message: 'x' }), 'bidder')).toBeNull()
  })
})
