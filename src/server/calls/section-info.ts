import { savedBasePrice } from '#domain/base-price/save-check.ts'
import { isTableWithheld } from '#domain/evaluation/overview-later.ts'
import { currentInterruption } from '#domain/halting/interruption.ts'
import { flowStatusOf } from '#domain/preparation/entry-check.ts'
import type { Actor } from '#domain/session/actor.ts'
import { betweenEnvelopes, type SessionState } from '#domain/session/state.ts'
import type { Tender } from '#domain/tender/tender.ts'
import { ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import { bidStatusOf } from '#protocol/bid-status.ts'
import type { CallResponse } from '#protocol/call.ts'
import type { openingCalls } from '#protocol/calls/opening.ts'
import { lotCodes } from '#protocol/lot-status.ts'
import { rulesOf } from '#variants/rules-of.ts'
import type { Variant } from '#variants/schema.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handler, OpenSession } from '../transport/handler.ts'
import { countsFor, findPublished, sectionListRow } from './published-sections.ts'

/** The data of a section, with what its row in the section list says. */
export function sectionInfoHandler({
  clock,
  database,
  settings,
}: Services): Handler<(typeof openingCalls)['getBidProj']> {
  const { variant } = settings
  return async ({ session, login: { actor }, language }) => {
    const { tender } = session.state
    const row = await findPublished(database, actor, session.id)
    if (!tender || !row) return refuse('not-published')
    const now = clock()
    const listed = sectionListRow(row, { counts: countsFor(actor, variant.hall), now })
    const { tbrCount, zsfs } = listed
    return ok({
      ...sectionInfo(session, tender, actor, { variant, now }),
      ...{ tbrCount, zsfs, createDate: row.createdAt.toISOString() },
      tradingCenter: variant.footer.organiser[language === 'en' ? 'en' : 'zh'],
    })
  }
}

/** What nothing in the hall has or knows. */
const notKnownOfProject = {
  ...{ webGuid: null, xmjl_Name: null, zbjver: null, tbbzjjnEndTime: null },
  ...{ isRemote: null, isPingBiaoMoXing: null, evalMethodType: null },
} as const

function sectionInfo(
  { id, state, unredactedState }: OpenSession,
  tender: Tender,
  actor: Actor,
  { variant, now }: { readonly variant: Variant; readonly now: number },
): Omit<CallResponse<typeof openingCalls.getBidProj>, 'tbrCount' | 'zsfs' | 'createDate' | 'tradingCenter'> {
  const isLater = isTableWithheld(state, actor.role, state.stage.number, variant.laterSteps)
  return {
    ...notKnownOfProject,
    bidProjGuid: id,
    dbGuid: id,
    bdGuid: id,
    bdbh: tender.sectionCode,
    bdmc: tender.sectionName,
    pbType: tender.qualification,
    gclx: tender.projectKind,
    bidStatus: bidStatusOf(state, variant.laterSteps.extraStatuses),
    kbFlowStatus: flowStatusOf(unredactedState, rulesOf(variant)),
    ...{ OpenBidTime: tender.opensAt, jbjssj: tender.opensAt, jbrq: tender.opensAt },
    ...{ bidStage: state.stage.number, nowBidStage: state.stage.number },
    isTechReview: betweenEnvelopes(state) ? 1 : 0,
    industry: tender.industry,
    specialty: tender.specialty,
    topPriceWeb: tender.ceilingPrice ?? null,
    isInviteSuppliers: tender.invitesSuppliers ? 1 : 0,
    confirmKBYLB_Time: state.confirmation?.issuedAt ?? null,
    confirmKBYLBLimitJmTime: state.confirmation?.limitMinutes ?? null,
    kaiBiaoChangDiAnPaiGuid: tender.venueBooking ?? null,
    JBR_Name: state.persons?.opener ?? '',
    inviteBid: state.persons?.announcer ?? '',
    dbFlowStatus: state.stage.number,
    isStartWebDecrypt: state.decryption ? 1 : 0,
    is_SignConfirm: state.signing?.confirmed ? 1 : 0,
    remainTime: Math.max(0, epochOf(tender.opensAt) - now),
    BzjXingShi: tender.depositForm,
    zsfangshi: tender.openingMode,
    Owner: tender.tenderer,
    agent: tender.agency,
    cbr: state.persons?.announcer ?? '',
    recorder: state.persons?.recorder ?? '',
    supervisor: state.persons?.supervisor || state.recordedSupervisor,
    remarks: (state.first ?? state).remarks,
    ...haltOfLot(state),
    remarksTwo: state.first ? state.remarks : null,
    baseTotalPrice: isLater ? null : savedBasePrice(state),
    IsSaveKbCns: state.letters[actor.unitCode ?? '']?.signature ? 1 : 0,
    seq: state.seq,
  }
}

/** The lot status with its reasons. */
function haltOfLot(
  state: SessionState,
): Pick<CallResponse<typeof openingCalls.getBidProj>, 'BDZHUANGTAI' | 'StopKBReason' | 'liubiaoReason'> {
  const { lot } = state
  const reason = currentInterruption(state)?.reason ?? ''
  const isFailure = lot === 'failed' || lot === 'failure-pending'
  return {
    BDZHUANGTAI: lotCodes[lot],
    StopKBReason: isFailure ? '' : reason,
    liubiaoReason: isFailure ? reason : '',
  }
}
