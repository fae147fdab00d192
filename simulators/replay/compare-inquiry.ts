import type { Participant } from '../client/session-client.ts'
import { disputeReply, inquiryReply } from '../participants/opener.ts'
import type { Expectation } from './expected-results.ts'

/**
 * Compares the answers to the objection inquiry, and the replies, with what the bidders said; a bidder must get their own
 * answer alone. Nothing where the opening had no inquiry.
 */
export async function compareInquiry(
  viewer: Participant,
  { bids, envelope }: Expectation,
): Promise<string[]> {
  const query = { StageOrd: envelope }
  const { IsNeeded, Is_begin, isClosed } = await viewer.call('xiaDaYiYiXunWenZhiLingTime', { query })
  if (!IsNeeded) return Is_begin ? ['inquiry: ordered where none is needed'] : []
  const { rows, answered, objecting, silent } = await viewer.call('getYiYiXunWenJieGuo', { query })
  const isBidder = bids.some(({ code }) => code === viewer.unitCode)
  const asked = bids.filter(({ code }) => !isBidder || code === viewer.unitCode)
  const problems: string[] = isClosed ? [] : ['inquiry: not ended']
  if (rows.length !== asked.length)
    problems.push(`inquiry: ${rows.length} answers for ${asked.length} bidders`)
  const numbers = [bids.length, bids.filter(({ objection }) => objection !== undefined).length, 0].join()
  if ([answered, objecting, silent].join() !== numbers)
    problems.push(`inquiry: the numbers are ${answered}, ${objecting}, ${silent} instead of ${numbers}`)
  for (const { code, name, objection } of asked) {
    const row = rows.find(({ entprsCode }) => entprsCode === code)
    const said = row && [row.ShiFouYouYiYi, row.YiYiNeiRong, row.respondContent]
    const wanted = [objection !== undefined, objection ?? '', objection === undefined ? '' : inquiryReply]
    if (JSON.stringify(said) !== JSON.stringify(wanted))
      problems.push(`inquiry: ${name} stands with ${JSON.stringify(said)}`)
  }
  return problems
}

/** Compares the disputed rows, and the replies, with what the bidders said; a bidder must get their own alone. */
export async function compareDisputes(
  viewer: Participant,
  { bids, envelope }: Expectation,
): Promise<string[]> {
  const { rows } = await viewer.call('getTBPriceQueRenJieGuo', { query: { StageOrd: envelope } })
  const isBidder = bids.some(({ code }) => code === viewer.unitCode)
  const asked = bids.filter(({ code }) => !isBidder || code === viewer.unitCode)
  const problems = rows.length === asked.length ? [] : [`disputes: ${rows.length} rows for ${asked.length}`]
  for (const { code, name, dispute } of asked) {
    const row = rows.find(({ entprsCode }) => entprsCode === code)
    const said = row && [row.ShiFouYouYiYi, row.YiYiNeiRong, row.respondContent]
    const wanted = dispute === undefined ? [null, '', ''] : [true, dispute, disputeReply]
    if (JSON.stringify(said) !== JSON.stringify(wanted))
      problems.push(`disputes: ${name} stands with ${JSON.stringify(said)}`)
  }
  return problems
}
