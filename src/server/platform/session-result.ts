import type { RowCheck } from '#domain/announcement/announcement-state.ts'
import { currentCalculation } from '#domain/base-price/save-check.ts'
import type { FiledDocument } from '#domain/documents/document.ts'
import { openingRecord, overviewRows } from '#domain/ending/record.ts'
import { currentInterruption } from '#domain/halting/interruption.ts'
import { askedBidders } from '#domain/inquiry/inquiry.ts'
import type { Entry } from '#domain/log/entry.ts'
import { attachmentName } from '#domain/objections/attachment.ts'
import { flowStatusOf } from '#domain/preparation/entry-check.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { Rules } from '#domain/session/variant-rules.ts'
import type { RecordSignature } from '#domain/submission/bid-state.ts'
import { filesIn } from '#domain/submission/bids.ts'
import { bidStatusNames } from '#protocol/bid-status.ts'
import { lotCodes } from '#protocol/lot-status.ts'
import type { SessionResult } from '#protocol/session-result.ts'

const events: Readonly<Record<string, SessionResult['event']>> = {
  EnvelopeEnded: 'envelope-ended',
  OpeningEnded: 'opening-ended',
  LotStatusChanged: 'lot-failed',
  FailureDecided: 'lot-failed',
}

const confirmations = { no: 0, bidder: 1, 'time-out': 2 } as const

interface ResultContext {
  readonly rules: Rules
  /** The sealed record of the envelope, which may have been made after the entry; null where none is. */
  readonly sealed: FiledDocument | null
}

/** The result of an entry, from the state after it; null for entries that are no results. */
export function resultOf(
  id: string,
  sessionId: string,
  entry: Entry,
  state: SessionState,
  { rules, sealed }: ResultContext,
): SessionResult | null {
  const event = events[entry.type]
  if (!event || !state.tender) return null
  return {
    id,
    BDGuid: sessionId,
    bdbh: state.tender.sectionCode,
    bdmc: state.tender.sectionName,
    event,
    bidStatus: bidStatusNames[state.status],
    kbFlowStatus: flowStatusOf(state, rules),
    dbFlowStatus: state.stage.number,
    at: entry.at,
    seq: entry.seq,
    hash: entry.hash,
    recordHash: state.signing?.recordHash ?? null,
    remarks: state.remarks,
    ...roundOf(state),
    ...haltsOf(state),
    documents: documentsOf(state, sealed),
    bids: overviewRows(state).map((row) => {
      const bidder = state.bidders[row.bidderCode]
      return {
        EntprsCode: row.bidderCode,
        EntprsName: row.bidderName,
        bidFileId: (bidder && filesIn(state, bidder)[0]?.submission.fileId) ?? null,
        figures: row.figures,
        isBadBidOpen: bidder?.invalid != null,
        badBidNote: row.note,
        failure: row.cause,
        remark: row.remark,
        rowCheck: rowCheckOf(bidder?.rowCheck ?? null),
        IsConfirmKBYLB: confirmations[row.confirmed],
        Is_Sign: bidder?.signature != null,
        signature: signatureOf(bidder?.signature ?? null),
      }
    }),
  }
}

/** What the round says besides its bids. */
function roundOf(
  state: SessionState,
): Pick<
  SessionResult,
  | 'persons'
  | 'reportData'
  | 'decryption'
  | 'draws'
  | 'baseTotalPrice'
  | 'readingCutShort'
  | 'inquiry'
  | 'signing'
  | 'openerSignature'
  | 'attachments'
> {
  const { persons, reportInfo, decryption, signing } = state
  const { supervisor, draws = [] } = openingRecord(state)
  return {
    persons: persons && {
      ...{ kbr: persons.opener, cbr: persons.announcer, jlr: persons.recorder },
      jbr: supervisor ?? '',
    },
    reportData: reportInfo && {
      bidderName: reportInfo.representative,
      recorder: reportInfo.recorder,
      otherItem: reportInfo.otherMatters,
    },
    decryption: decryption && {
      StartTime: decryption.issuedAt,
      EndTime: decryption.deadline ?? decryption.issuedAt,
      closedAt: decryption.closedAt,
      closedBy: decryption.cause,
    },
    draws,
    baseTotalPrice: currentCalculation(state)?.price ?? null,
    readingCutShort: state.announcement?.reading?.cutShort ?? null,
    inquiry: inquiryOf(state),
    signing: signing && {
      StartTime: signing.issuedAt,
      EndTime: signing.deadline,
      is_SignConfirm: signing.confirmed,
    },
    openerSignature: openerSignatureOf(state),
    attachments: state.openingFiles
      .filter(({ purpose }) => purpose === 'problem')
      .map(({ file: { name, kind, sha256, size }, at }) => ({
        ...{ reportName: attachmentName(name, kind), createTime: at, sha256, size },
      })),
  }
}

function documentsOf({ documents }: SessionState, sealed: FiledDocument | null): SessionResult['documents'] {
  const isLater = sealed !== null && !documents.some(({ documentId }) => documentId === sealed.documentId)
  const all = isLater ? [...documents, sealed] : documents
  return all.map(({ kind, format, envelope, version, at, sha256, size }) => ({
    ...{ kind, format, StageOrd: envelope, version, createTime: at, sha256, size },
  }))
}

function rowCheckOf(check: RowCheck | null): SessionResult['bids'][number]['rowCheck'] {
  if (!check) return null
  const { answer, text, at, reply } = check
  return {
    ...{ ShiFouYouYiYi: answer === 'disputed', YiYiNeiRong: text, QueRenTime: at },
    ...{ respondContent: reply?.content ?? '', respondTime: reply?.at ?? null },
  }
}

/** The objection inquiry with each answer and its reply (INQ-11). */
function inquiryOf(state: SessionState): SessionResult['inquiry'] {
  const { inquiry } = state
  if (!inquiry) return null
  const { outcome } = inquiry
  return {
    ...{ StartTime: inquiry.issuedAt, EndTime: inquiry.deadline },
    closedAt: outcome?.at ?? null,
    closedBy: outcome?.cause ?? null,
    answers: askedBidders(state).map(({ bidder, answer }) => ({
      EntprsCode: bidder.code,
      ShiFouYouYiYi: answer?.objects ?? null,
      YiYiNeiRong: answer?.text ?? '',
      QueRenTime: answer?.at ?? null,
      respondContent: answer?.reply?.content ?? '',
      respondTime: answer?.reply?.at ?? null,
    })),
  }
}

/** The interruptions, a reason of the platform's may be empty, and why the lot has failed. */
function haltsOf(state: SessionState): Pick<SessionResult, 'interruptions' | 'failure'> {
  const failed = state.lot === 'failed' ? currentInterruption(state) : null
  const { decision = null, agent = '', signature = null } = failed?.failure ?? {}
  return {
    interruptions: state.interruptions.map(({ lot, reason, recorder, name, at, until }) => ({
      BDZHUANGTAI: lotCodes[lot],
      ...{ reason, jlr: recorder, name, StartTime: at, EndTime: until },
    })),
    failure:
      failed && failed.reason !== ''
        ? {
            ...{ LiuBiaoYuanYin: failed.reason, Noter: failed.recorder, Agent: agent },
            SignInfo: signature && {
              ...{ Signer: signature.signer, fingerprint: signature.fingerprint, jws: signature.jws },
            },
            ...{ name: failed.name, at: failed.at, ShenPiYiJian: decision?.reason ?? null },
          }
        : null,
  }
}

function openerSignatureOf({ signing, tender }: SessionState): SessionResult['openerSignature'] {
  if (!signing?.opener) return null
  const unit = { EntprsCode: signing.opener.unitCode, EntprsName: tender?.agency ?? '' }
  const signature = signatureOf(signing.opener)
  return signature && { ...unit, ...signature }
}

function signatureOf(signature: RecordSignature | null): SessionResult['bids'][number]['signature'] {
  if (!signature?.proof) return null
  const { signer, fingerprint, at, proof } = signature
  const { jws, cms } = proof
  return { Signer: signer, fingerprint, signTime: at, jws, cms }
}
