import type { SessionState } from '#domain/session/state.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import { filesOf } from '#domain/submission/bids.ts'
import type { Sentence } from './codes.ts'

/** Names of the kinds; the technical file is called the bid where the tender asks for one file. */
export const fileKinds: Readonly<Record<BidFileKind, Sentence>> = {
  technical: ['投标文件', 'bid'],
  commercial: ['商务标文件', 'commercial file'],
  qualification: ['资格标文件', 'qualification file'],
  drawing: ['图纸文件', 'drawing file'],
  video: ['视频文件', 'video file'],
}

/** Names where a bid has several files. */
const oneOfSeveral: typeof fileKinds = { ...fileKinds, technical: ['技术标文件', 'technical file'] }

/** The kind of a bidder's file where the tender asks for several; null where one file is the bid. */
export function kindAmongSeveral(
  { tender, bidders }: Pick<SessionState, 'tender' | 'bidders'>,
  bidderCode: string,
  fileId: string,
): BidFileKind | null {
  const bidder = bidders[bidderCode]
  if (!tender || !bidder || tender.bidFiles.length === 1) return null
  return filesOf(bidder).find(({ submission }) => submission.fileId === fileId)?.kind ?? null
}

/** The name of a file; `kind` null where it is the whole bid. */
export function fileNameIn(kind: BidFileKind | null): Sentence {
  return kind ? oneOfSeveral[kind] : fileKinds.technical
}

/** A bidder's name, with the file where their bid has several. */
export function withFile(name: string, kind: BidFileKind | null): Sentence {
  if (!kind) return [name, name]
  const [zh, en] = oneOfSeveral[kind]
  return [`${name}（${zh}）`, `${name} (${en})`]
}
