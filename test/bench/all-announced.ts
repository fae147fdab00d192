import { event, type SessionEvent } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { allOpened, imported, submissionOf } from '#test/domain/histories.ts'
import { bidderCode, figuresOf, submission } from '#test/domain/sample-actors.ts'

/** Every bid from its submission to its announcement. */
export function allAnnounced(bidders: number): SessionEvent[] {
  const each = <T>(make: (n: number) => T) => Array.from({ length: bidders }, (_, i) => make(i + 1))
  const deadline = isoTime(Date.now() + 1_800_000)
  const bids = each((n) => {
    const { kind, fileId, fileName, ciphertextHash, contentCommitment } = submission(n)
    const bid = { kind, fileId, fileName, ciphertextHash, contentCommitment }
    return { bidderCode: bidderCode(n), name: `投标人${n}`, ...bid, submittedAt: isoTime(Date.now()) }
  })
  return [
    ...each(submissionOf),
    event('BidOpeningEntered', {}),
    event('BidsFrozen', { bids, absent: [] }),
    event('DecryptionStarted', { limitMinutes: 30, deadline }),
    ...each(imported).flat(),
    allOpened,
    event('AnnouncementStarted', { bidderCount: bidders }),
    ...each((n) => event('BidAnnounced', { bidderCode: bidderCode(n), figures: figuresOf(n) })),
  ]
}
