import type { Entry, VisibleEntry } from '#domain/log/entry.ts'
import { type EventShapes, type EventType, eventVersions } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { bidderCode, figuresOf, signatureOf, submission } from '#test/domain/sample-actors.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'

const bidders = 1000

/** `wholeLog` as parsed from JSON. */
export function parsedLog(n: number): VisibleEntry[] {
  return JSON.parse(JSON.stringify(wholeLog(n)))
}

/** The entries as a browser gets them: without private fields. */
export function asSeen(entries: readonly VisibleEntry[]): VisibleEntry[] {
  return entries.map((entry) => ({ ...entry, private: {} }) as VisibleEntry)
}

/** An opening of all bidders, filled up to `n` entries with resubmissions, marks, remarks and messages. */
function wholeLog(n: number): Entry[] {
  const entries: Entry[] = []
  const codes = Array.from({ length: bidders }, (_, i) => bidderCode(i + 1))
  const each = (add: (code: string, i: number) => void) => codes.forEach((code, i) => void add(code, i + 1))

  function add<T extends EventType>(
    type: T,
    payload: EventShapes[T]['payload'],
    secrets: Entry['private'] = {},
    actor = 'opener-1',
  ): void {
    const seq = entries.length + 1
    const place = { seq, at: isoTime(openingTime + seq), actor, role: 'opener', commandId: `c${seq}` }
    const chain = { commitments: {}, previous: 'a'.repeat(64), hash: 'b'.repeat(64) }
    entries.push({ type, version: eventVersions[type], payload, private: secrets, ...place, ...chain })
  }
  const submit = (code: string, i: number) =>
    add('BidSubmitted', { bidderCode: code, ...submission(i), replaces: null })

  add('TenderPublished', { tender: tender() })
  each((code, i) =>
    add('BidderEnrolled', { bidderCode: code, name: `投标人${i}`, certificate: 'certificate' }),
  )
  each(submit)
  const more = Math.max(0, n - 7 * bidders - 3)
  for (let i = 0; i < Math.ceil(more / 2); i += 1) submit(codes[i % bidders] ?? '', (i % bidders) + 1)
  each((code) => {
    const entered = { role: 'bidder', bidderCode: code, name: code }
    add('ParticipantEntered', entered, { address: { salt: '00', value: '10.0.0.1' } }, `account-of-${code}`)
  })
  add('BidOpeningEntered', {})
  add('DecryptionStarted', { limitMinutes: 30, deadline: isoTime(openingTime + 1_800_000) })
  each((code, i) => {
    const { fileId } = submission(i)
    const identity = { fileIdentity: { salt: '00', value: `key-of-${code}` } }
    add('BidDecrypted', { bidderCode: code, fileId, method: 'certificate' }, identity)
    const figures = { figures: { salt: '00', value: figuresOf(i) } }
    add('BidImported', { bidderCode: code, fileId, documentCount: 3 }, figures)
  })
  each((code, i) => add('BidAnnounced', { bidderCode: code, figures: figuresOf(i) }))
  for (let i = 0; i < Math.floor(more / 2); i += 1) {
    const code = codes[i % bidders] ?? ''
    if (i % 3 === 0) add('MessagePosted', { message: `第${i}句` })
    else if (i % 3 === 1) add('BidMarked', { bidderCode: code, invalid: i % 2 === 0, note: '资格不符' })
    else add('BidRemarked', { bidderCode: code, remark: `备注${i}` })
  }
  each((code, i) => {
    const { jws: _, ...signedBy } = signatureOf(i)
    add('OverviewConfirmed', { bidderCode: code, by: 'bidder', signedBy })
  })
  return entries
}
