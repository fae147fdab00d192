import type { z } from 'zod'
import type { InquiryAnswer } from '#domain/inquiry/inquiry-state.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { mainFile } from '#domain/submission/bids.ts'
import type { statementRow } from '#protocol/statement-row.ts'

interface Stated {
  readonly bidder: BidderState
  /** Null until the bidder has answered. */
  readonly answer: InquiryAnswer | null
}

/** The rows that a caller gets: a bidder their own. */
export function statementRows(stated: readonly Stated[], { role, unitCode }: Actor): Row[] {
  return stated.filter(({ bidder }) => role !== 'bidder' || bidder.code === unitCode).map(rowOf)
}

type Row = z.output<typeof statementRow>

function rowOf({ bidder, answer }: Stated): Row {
  return {
    BidFileId: mainFile(bidder)?.submission.fileId ?? null,
    entprsCode: bidder.code,
    entprsName: bidder.name,
    ShiFouYouYiYi: answer?.objects ?? null,
    YiYiNeiRong: answer?.text ?? '',
    QueRenTime: answer?.at ?? null,
    isRespond: answer?.reply != null,
    respondContent: answer?.reply?.content ?? '',
    respondTime: answer?.reply?.at ?? null,
  }
}
