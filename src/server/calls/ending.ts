import { currentDocument } from '#domain/documents/document.ts'
import { downloadProblem } from '#domain/documents/offered.ts'
import { finishProblem } from '#domain/ending/ending-conditions.ts'
import { openingRecord, roundOfEnvelope } from '#domain/ending/record.ts'
import { signersOf } from '#domain/ending/signers.ts'
import { isRecordWithheld } from '#domain/evaluation/overview-later.ts'
import { maskedIdentity } from '#domain/preparation/identity-card.ts'
import type { SessionState } from '#domain/session/state.ts'
import { exportedDocument } from '#domain/trail/exported.ts'
import { ok, type Result } from '#lib/result.ts'
import type { endingCalls } from '#protocol/calls/ending.ts'
import { documentFileName, mediaTypeOf } from '#protocol/document-names.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Download, Handlers } from '../transport/handler.ts'
import { check } from './command.ts'
import { depositStatuses } from './deposit-rows.ts'
import { roundFor } from './round.ts'

/** Signing, reports and the opening record. */
export function endingHandlers(services: Services): Handlers<typeof endingCalls> {
  return {
    async getBidOpeningPersonInfo({ session: { unredactedState: state } }) {
      return ok(maskedPersons(state))
    },

    async checkKBFinishCondition(context) {
      return check(context, finishProblem(context.session.unredactedState))
    },

    GetReportPDF: (context) => report(services, 'overview-pdf', context),
    GetReportExcel: (context) => report(services, 'overview-excel', context),

    async getOpeningRecord({ session, login, query }) {
      const envelope = query.StageOrd ?? session.state.stage.number
      const { laterSteps } = services.settings.variant
      if (isRecordWithheld(session.state, login.actor.role, envelope, laterSteps))
        return refuse('overview-later')
      const round = roundFor(session.state, envelope)
      if (!round.ok) return round
      const state = round.value
      return ok({
        record: openingRecord(state),
        recordHash: state.signing?.recordHash ?? null,
        signatures: signaturesOf(roundOfEnvelope(session.unredactedState, envelope)),
        seq: state.seq,
      })
    },
  }
}

/**
 * The overview report of the asked envelope's round: the version that was filed, else one made for the caller, which says
 * that it is preliminary. Who may not see the supervisor always gets such a one.
 */
async function report(
  services: Services,
  name: 'overview-pdf' | 'overview-excel',
  { session, login, language, query }: CallContext<(typeof endingCalls)['GetReportPDF' | 'GetReportExcel']>,
): Promise<Result<Download, Refusal>> {
  const { clock, filedDocuments, reportRenderer, settings } = services
  const round = roundFor(session.state, query.StageOrd)
  if (!round.ok) return round
  const format = name === 'overview-pdf' ? 'pdf' : 'xlsx'
  const key = { kind: 'overview', format, envelope: round.value.stage.number, language } as const
  const problem = downloadProblem(session.state, login.actor.role, key, settings.variant)
  if (problem && login.actor.role === 'bidder') return refuse(problem)
  const current = currentDocument(session.state, key)
  const filed = current && !problem ? await filedDocuments.read(current) : null
  const fileName = documentFileName(session.state.tender, key, current?.version ?? 1)
  const mediaType = mediaTypeOf[format]
  const exported = exportedDocument(session.state.tender, key, filed && current ? current.version : null)
  if (filed) return ok({ fileName, mediaType, content: filed, exported })
  const { timeZone } = settings.variant
  const deposits = await depositStatuses(services, session, login.actor)
  const made = await reportRenderer.render(name, round.value, {
    deposits,
    language,
    timeZone,
    now: clock(),
    preliminary: true,
  })
  return made.ok ? ok({ fileName, mediaType, content: made.value, exported }) : made
}

/** Everybody may check the signatures, which nobody follows live (LOG-9). */
function signaturesOf(round: SessionState | null) {
  if (!round) return []
  return signersOf(round).flatMap(({ unitCode, name, signature }) =>
    signature?.proof
      ? [
          {
            entprsCode: unitCode,
            entprsName: name,
            fingerprint: signature.fingerprint,
            jws: signature.proof.jws,
          },
        ]
      : [],
  )
}

/** The people in charge, their identity numbers with stars (SES-15); null before they are entered. */
function maskedPersons({ persons, personIds: ids }: Pick<SessionState, 'persons' | 'personIds'>) {
  const masked = (id: string | undefined) => maskedIdentity(id ?? '')
  return (
    persons && {
      ...{ kbr: persons.opener, kbrsfz: masked(ids?.opener) },
      ...{ cbr: persons.announcer, cbrsfz: masked(ids?.announcer) },
      ...{ jlr: persons.recorder, jlrsfz: masked(ids?.recorder) },
      ...{ jbr: persons.supervisor, jbrsfz: masked(ids?.supervisor) },
    }
  )
}
