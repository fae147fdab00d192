import type {
  CertificateSignature,
  DecryptionMethod,
  OpeningFailure,
  PersonIds,
  PersonNames,
} from './event.ts'
import type { Figures } from './figures.ts'
import type { LotStatus } from './lot.ts'
import type { Tender } from './tender.ts'

/** What the server found when it opened a file with the key it was handed. */
export type OpeningOutcome =
  | {
      readonly ok: true
      readonly fileIdentity: string
      readonly figures: Figures
      readonly documents: { name: string; size: number }[]
    }
  | { readonly ok: false; readonly cause: OpeningFailure }

/**
 * Everything that can be asked of a session. A bidder's own commands name no bidder: it is the actor. Files are
 * opened and signatures checked before a command gets here; the command carries what was found.
 */
export interface CommandShapes {
  PublishTender: { tender: Tender }
  EnrolBidder: { bidderCode: string; name: string; certificate: string }
  SubmitBid: {
    fileId: string
    fileName: string
    ciphertextHash: string
    ciphertextSize: number
    contentCommitment: string
    manifest: string
    /** Null where another system handed the bid over. */
    address: string | null
    /** Of the machine the bid was made on (cdsn), where the tool that made it says so. */
    hardwareSerial: string | null
  }
  EnterSession: { address: string }
  RecordPersonInfo: { names: PersonNames; ids: PersonIds }
  EnterBidOpening: Record<never, never>
  /** limitMinutes as typed: the seeds refuse text, zero and fractions with messages of their own. */
  StartDecryption: { limitMinutes: number | null }
  DecryptBid: { fileId: string; method: DecryptionMethod; outcome: OpeningOutcome }
  CloseDecryption: Record<never, never>
  MarkBid: { bidderCode: string; invalid: boolean; note: string }
  EnterAnnouncement: Record<never, never>
  EnterEnd: Record<never, never>
  StartConfirmation: { limitMinutes: number }
  ConfirmOverview: { signature: CertificateSignature; overviewHash: string }
  CloseConfirmation: Record<never, never>
  RemarkBid: { bidderCode: string; remark: string }
  RecordRemarks: { remarks: string }
  StartSigning: { limitMinutes: number }
  ExtendSigning: { minutes: number }
  SignRecord: { signature: CertificateSignature; recordHash: string }
  CloseSigning: Record<never, never>
  ConfirmSigning: Record<never, never>
  PostMessage: { message: string }
  /** A fresh id comes with the command. */
  RaiseObjection: { objectionId: string; content: string }
  ReplyObjection: { objectionId: string; content: string }
  MarkObjectionRead: { objectionId: string }
  CallSecondEnvelope: Record<never, never>
  EndOpening: Record<never, never>
  ChangeLotStatus: { lot: LotStatus }
}

export type CommandType = keyof CommandShapes

export type Command = {
  [T in CommandType]: { readonly type: T; readonly payload: Readonly<CommandShapes[T]> }
}[CommandType]
