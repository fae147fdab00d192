import type { RecordedEvent } from '#domain/session/event.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import { filesOf } from '#domain/submission/bids.ts'
import { messageFor } from './catalogue.ts'
import type { Language } from './codes.ts'

type Said = readonly [zh: string, en: string]
type OpeningEvent = Extract<
  RecordedEvent,
  { type: 'FileKeyHandedOver' | 'BidDecrypted' | 'BidImported' | 'DecryptionRefused' }
>

/** A tender that asks for one file calls it the technical one: it is the bid. */
export const fileKinds: Readonly<Record<BidFileKind, Said>> = {
  technical: ['投标文件', 'bid'],
  commercial: ['商务标文件', 'commercial file'],
  qualification: ['资格标文件', 'qualification file'],
  drawing: ['图纸文件', 'drawing file'],
  video: ['视频文件', 'video file'],
}

/** One of a bid's several files. */
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

/** A line about the opening of one file; `kind` where its bid has several, null where it is all of the bid. */
export function openingSentence(
  event: OpeningEvent,
  name: string,
  kind: BidFileKind | null,
  language: Language,
): Said {
  const [zh, en] = kind ? oneOfSeveral[kind] : fileKinds.technical
  switch (event.type) {
    case 'FileKeyHandedOver':
      return [
        `${name}已提交${kind ? `${zh}的` : ''}密钥，正在开启`,
        `${name} handed over the key${kind ? ` of their ${en}` : ''}; the ${en} is being opened`,
      ]
    case 'BidDecrypted':
      return [`${name}${kind ? `的${zh}` : ''}解密成功`, `${name} decrypted their ${en}`]
    case 'BidImported':
      return [`${name}${kind ? '的' : ''}${zh}已导入`, `The ${en} of ${name} was imported`]
    case 'DecryptionRefused': {
      const reason = messageFor(language, { code: event.payload.cause })
      const [whoZh, who] = withFile(name, kind)
      return [`${whoZh}：${reason}`, `${who}: ${reason}`]
    }
  }
}

/** A bidder's name with the file that is spoken of, where their bid has several. */
export function withFile(name: string, kind: BidFileKind | null): Said {
  if (!kind) return [name, name]
  const [zh, en] = oneOfSeveral[kind]
  return [`${name}（${zh}）`, `${name} (${en})`]
}
