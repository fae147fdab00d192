import { currentDocument, recordKey } from '#domain/documents/document.ts'
import { recordDocument } from '#domain/ending/record.ts'
import { type RecordSigner, signersOf } from '#domain/ending/signers.ts'
import type { BidderState, BidFileState } from '#domain/submission/bid-state.ts'
import { filesOf } from '#domain/submission/bids.ts'
import { ok } from '#lib/result.ts'
import type { CallResponse } from '#protocol/call.ts'
import type { signingCalls } from '#protocol/calls/signing.ts'
import { readCertificate } from '#seal/certificate.ts'
import { verifyManifest } from '#seal/manifest.ts'
import { refuse } from '../refusal.ts'
import { sameCertificate } from '../session/signed-document.ts'
import type { Handlers } from '../transport/handler.ts'
import { shownDeadline } from './shown-deadline.ts'

type SigningCalls = Omit<typeof signingCalls, 'getSignQrImg' | 'getSignQrStatus'>
type SignRow = CallResponse<typeof signingCalls.GetKaiBiaoQianMingByEntprsCode>
type FileSignature = CallResponse<typeof signingCalls.getTbwjFileSignInfo>[number]

/** Who signed the opening record and the bid files. */
export function signingHandlers(): Handlers<SigningCalls> {
  return {
    async getIsSignedKb({ session: { unredactedState: state }, login }) {
      const { role, unitCode } = login.actor
      const own = role === 'opener' ? state.signing?.opener : state.bidders[unitCode ?? '']?.signature
      return ok({
        Is_begin: state.signing !== null,
        Is_Sign: own != null,
        StartTime: state.signing?.issuedAt ?? null,
        EndTime: shownDeadline(state, state.signing),
        is_SignConfirm: state.signing?.confirmed ? 1 : 0,
        recordHash: state.signing?.recordHash ?? null,
        seq: state.seq,
      })
    },

    async GetKaiBiaoQianMingList({ session: { state } }) {
      return ok(signersOf(state).filter(isListed).map(signRow))
    },

    async GetKaiBiaoQianMingByEntprsCode({ session: { state }, query }) {
      const found = signersOf(state).find(({ unitCode }) => unitCode === query.EntprsCode)
      return found ? ok(signRow(found)) : refuse('signer-unknown')
    },

    async GetKaiBiaoQianMingCreateStatus({ session: { state } }) {
      const filed = state.signing ? recordDocument(state) : null
      const sealed = filed && currentDocument(state, recordKey('sealed-record', state.stage.number))
      return ok({
        Is_begin: state.signing !== null,
        Is_Create: filed !== null,
        Is_Sealed: sealed !== null,
        Digest: filed?.sha256 ?? null,
        seq: state.seq,
      })
    },

    async getTbwjFileSignInfo({ session: { state }, query, login }) {
      const { role, unitCode } = login.actor
      if (role === 'bidder' && query.EntprsCode !== unitCode) return refuse('forbidden')
      const bidder = state.bidders[query.EntprsCode]
      if (!bidder) return refuse('signer-unknown')
      const named = filesOf(bidder).filter(
        ({ submission }) => query.BidFileId === undefined || submission.fileId === query.BidFileId,
      )
      if (query.BidFileId !== undefined && named.length === 0) return refuse('unknown-file')
      return ok(await Promise.all(named.map((file) => fileSignature(bidder, file))))
    },
  }
}

/** Callers wait until every row of the list has signed; the opener need not. */
function isListed({ isOpener, signature }: RecordSigner): boolean {
  return !isOpener || signature !== null
}

function signRow({ unitCode, name, signature }: RecordSigner): SignRow {
  return {
    EntprsCode: unitCode,
    ENTPRSNAME: name,
    Is_Sign: signature ? 'True' : 'False',
    Sign: signature?.signer ?? '',
    Signer: signature?.signedAs.name ?? '',
    SignerType: signature?.signedAs.kind === 'person' ? 2 : 1,
    ShuangXinFengFlag: signature?.signedAs.envelopeFlag ?? null,
    SignTime: signature?.at ?? null,
  }
}

/** Valid by the bidder's own certificate over exactly the file that was handed in. */
async function fileSignature(bidder: BidderState, { submission }: BidFileState): Promise<FileSignature> {
  const verified = await verifyManifest(submission.manifest ?? '')
  const { manifest, certificatePem = '' } = verified.ok ? verified.value : {}
  const certificate = readCertificate(certificatePem)
  const info = certificate.ok ? certificate.value : null
  const isOwn = bidder.certificate !== null && sameCertificate(bidder.certificate, certificatePem)
  return {
    BidFileId: submission.fileId,
    EntprsCode: bidder.code,
    EntprsName: bidder.name,
    FileName: submission.fileName,
    Signer: info?.subjectName ?? '',
    Issuer: info?.issuerName ?? '',
    NotBefore: info?.notBefore ?? '',
    NotAfter: info?.notAfter ?? '',
    Fingerprint: info?.fingerprint ?? '',
    SignTime: submission.at,
    Digest: submission.ciphertextHash,
    IsValid: isOwn && manifest?.ciphertextHash === submission.ciphertextHash,
  }
}
