import { randomBytes } from 'node:crypto'
import type { Semaphore } from '#lib/semaphore.ts'
import type { HttpClient } from '../../client/http-client.ts'
import { type Submission, sealAndSubmit } from '../../fixtures/bids.ts'
import { opensIn } from '../../fixtures/opening-time.ts'
import { sampleTender } from '../../fixtures/sample-tender.ts'
import type { PlatformClient } from '../../platform/client.ts'
import type { KilledHall } from './killed-hall.ts'
import type { Moments } from './moments.ts'
import { type Cast, during } from './people.ts'

export interface Surroundings {
  readonly hall: KilledHall
  readonly http: HttpClient
  readonly platform: PlatformClient
  readonly moments: Moments
  /** One at a time: a leap of the clock would end the time in which others submit. */
  readonly submitting: Semaphore
}

/** Seconds between publication and opening, which the clock leaps over. Several restarts may fall into them. */
const leadSeconds = 45
/** So that there is an upload to interrupt. */
const attachmentBytes = 300_000

/** Publishes a section, has every company submit a sealed bid, and leaps to its opening time. */
export function prepareOpening(
  cast: Cast,
  { hall, http, platform, moments, submitting }: Surroundings,
): Promise<{ readonly session: string; readonly submissions: readonly Submission[] }> {
  return submitting(async () => {
    const opensAt = await opensIn(http, leadSeconds)
    const { agencyCode } = cast
    // Invited suppliers are asked for objections in every region that asks anybody.
    const tender = sampleTender({ agencyCode, opensAt, invitesSuppliers: true })
    const session = await platform.publishTender(tender)
    const submissions = await Promise.all(
      cast.companies.map(async ({ account, name, certificate }, i) => {
        const { certificatePem, helper } = certificate
        await platform.enrolBidder(session, { unitCode: account.unitCode, name, certificatePem })
        const attachment = { name: '投标文件.dat', bytes: randomBytes(attachmentBytes) }
        const bid = { figures: figuresOf(i), files: [attachment], certificate: helper }
        return during(moments, 'upload', () => sealAndSubmit(account, session, bid))
      }),
    )
    await hall.leapTo(opensAt)
    return { session, submissions }
  })
}

/** The figures of the company at this position. */
export function figuresOf(position: number) {
  return { price: `${position + 1}00000.00` }
}
