import { attendanceOf } from '#domain/base-price/attendance.ts'
import { participationOf } from '#domain/base-price/base-price-state.ts'
import { currentRule } from '#domain/base-price/current-rule.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { filesIn, standingOf } from '#domain/submission/bids.ts'
import { bidFileTypeOf } from '#protocol/bid-file-type.ts'
import type { depositStatuses } from './deposit-rows.ts'

/** What every row of a bid says, in lists and in the overview; `statuses`: of the deposits that the caller may see. */
export function bidFields(
  state: SessionState,
  bidder: BidderState,
  statuses: Awaited<ReturnType<typeof depositStatuses>>,
) {
  const standing = standingOf(state, bidder)
  const [first] = filesIn(state, bidder)
  return {
    isPressurized: standing.status === 'imported',
    isBadBidOpen: bidder.invalid !== null,
    is_giveup: standing.status === 'failed' && standing.kind === 'revoked',
    tbwjLeiXing: first ? bidFileTypeOf(first.kind, state.tender) : '',
    bzjzt: statuses[bidder.code] || null,
    ...{ jsbIsMobileEncrypt: null, swbIsMobileEncrypt: null },
    ...basePriceFields(state, bidder),
  }
}

/** Whether a bid takes part in the base price; only once its price is public. */
function basePriceFields(state: SessionState, bidder: BidderState) {
  const rule = currentRule(state)
  const decided = participationOf(state, bidder.code)
  return {
    isCalBsaeTotalPrice: rule !== null && attendanceOf(state, rule, bidder).takesPart,
    calBaseTotalPriceReason: decided?.joinReason ?? '',
    notCalBaseTotalPriceReason: decided?.leaveReason ?? '',
  }
}

/** Which kinds of files a bidder has submitted, as far as the caller may see it. */
export function submittedFiles(files: BidderState['files']) {
  const imported = (kind: keyof typeof files) => files[kind]?.file.status === 'imported'
  return {
    isDiJiaoJsb: files.technical !== undefined,
    isDiJiaoSwb: files.commercial !== undefined,
    isDiJiaoZgsc: files.qualification !== undefined,
    jsbSuccess: imported('technical'),
    swbSuccess: imported('commercial'),
    zsSuccess: imported('qualification'),
  }
}
