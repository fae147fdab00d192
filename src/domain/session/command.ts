import type { WindowHealth } from '../decryption/window-health.ts'
import type { DrawKind, DrawRange } from '../draw/parameters.ts'
import type { Attachment } from '../objections/attachment.ts'
import type { WorkerField, WorkerRow } from '../preparation/site-staff.ts'
import type { BidFileKind } from '../submission/bid-file.ts'
import type { Figures } from '../submission/figures.ts'
import type { Tender } from '../tender/tender.ts'
import type { TenderFile, TenderFileKind, TenderFileSays } from '../tender/tender-file.ts'
import type {
  CertificateSignature,
  DecryptionMethod,
  OpeningFailure,
  PersonIds,
  PersonNames,
} from './event.ts'
import type { LotStatus } from './lot.ts'

/** What the server found when it opened a file with the key it was handed; documents with their bytes. */
export type OpeningOutcome =
  | {
      readonly ok: true
      readonly figures: Figures
      readonly documents: { name: string; size: number }[]
    }
  | { readonly ok: false; readonly cause: OpeningFailure }

/**
 * Everything that can be asked of a session. A bidder's own commands name no bidder: it is the actor. Files are
 * opened and signatures checked outside; the command carries what was found.
 */
export interface CommandShapes {
  PublishTender: { tender: Tender }
  /** `says`: what was read from a container; null for a `.pdf`, which is kept as it is. */
  ImportTenderFile: { kind: TenderFileKind; file: TenderFile; says: TenderFileSays | null }
  /** A field left out stays. `controlPrice` as typed, in the unit of the first price column; empty takes it back. */
  SetEvaluationParameters: {
    industry?: number
    billOfQuantities?: boolean
    drawNote?: string
    controlPrice?: string
    controlPriceRemark?: string
  }
  EnrolBidder: { bidderCode: string; name: string; certificate: string }
  SubmitBid: {
    kind: BidFileKind
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
  /** A fresh id comes with the command. */
  AddWorker: WorkerRow & { workerId: string }
  /** Fields left out stay as they are. */
  EditWorker: { workerId: string } & { [Field in WorkerField]?: string | undefined }
  RemoveWorker: { workerId: string }
  /** The personnel of another section, as its log has it, under fresh ids. */
  ImportWorkers: {
    source: { sectionCode: string; agencyCode: string }
    workers: readonly (WorkerRow & { workerId: string })[]
  }
  /** `letterHash`: SHA-256 of the PDF. */
  CreateCommitmentLetter: { letterHash: string }
  SignCommitmentLetter: { signature: CertificateSignature; letterHash: string }
  DeclineCommitmentLetter: Record<never, never>
  /** A fresh id and the server's own value, 32 random bytes as hex, come with the command. */
  DeclareDraw: {
    drawId: string
    secret: string
    kind: DrawKind
    subject: string
    parts: readonly { drawer: string; range: DrawRange | null }[]
  }
  JoinDraw: { drawId: string; attempt: number; commitment: string }
  StopDraw: { drawId: string }
  RevealDraw: { drawId: string; attempt: number; value: string }
  CloseDraw: { drawId: string; attempt: number }
  EnterBidOpening: Record<never, never>
  /** limitMinutes as typed: the seeds refuse text, zero and fractions with messages of their own. */
  StartDecryption: { limitMinutes: number | null }
  /** `fileIdentity`: the one-time key of this file alone. */
  DecryptBid: { fileId: string; method: DecryptionMethod; fileIdentity: string }
  /** `ciphertextHash`: SHA-256 of the copy that was taken in. */
  SubmitBackupFile: { fileId: string; ciphertextHash: string }
  /** What became of a file whose key was handed over. */
  SettleFile: { bidderCode: string; fileId: string; outcome: OpeningOutcome }
  ExtendDecryption: { minutes: number }
  /** `health`: what was seen of the window; null where nobody keeps watch. */
  CloseDecryption: { health: WindowHealth | null }
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
  RaiseObjection: { objectionId: string; content: string; attachment: Attachment | null }
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
