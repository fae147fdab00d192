import { recordDocument } from '#domain/ending/record.ts'
import { refusal } from '#domain/session/permissions.ts'
import type { SessionState } from '#domain/session/state.ts'
import { err, ok } from '#lib/result.ts'
import type { signingCalls } from '#protocol/calls/signing.ts'
import type { SignedDocument } from '#protocol/wire-command.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { qrPicture } from '../auth/qr.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { qrInterval } from './qr.ts'
import { signingRefusal } from './signing-refusal.ts'

type SignQrCalls = Pick<typeof signingCalls, 'getSignQrImg' | 'getSignQrStatus'>

/** The browser's side of signing by a code that a phone scans (END-25); `qr.ts` has the phone's. */
export function signQrHandlers({ qrCodes, signCodes, settings, clock }: Services): Handlers<SignQrCalls> {
  const rules = rulesOf(settings.variant)
  return {
    async getSignQrImg({ session, login, address }) {
      const { actor } = login
      if (!rules.signingWays.includes('scan')) return refuse('signing-way-not-offered')
      // The checks of the decision come first, so that no code is shown for a signature that will be refused.
      const problem = signingRefusal(session.state, { actor, now: clock() })
      if (problem) return err(problem)
      const { tender } = session.state
      const signing = {
        ...{ sessionId: session.id, actorId: actor.id, unitCode: actor.unitCode ?? '' },
        ...{ sectionCode: tender?.sectionCode ?? '', sectionName: tender?.sectionName ?? '' },
        document: documentToSign(session.id, session.state),
      }
      const { role } = actor
      if (role !== 'bidder' && role !== 'opener') return refuse('forbidden')
      const code = await qrCodes.issue({ purpose: 'sign', role, address, signing })
      return ok({
        QRImageBsae64: qrPicture(code),
        QRExpireTime: code.expiresAt.toISOString(),
        QRIntervalTime: qrInterval,
        QRID: code.id,
        QRCodeStatus: 0,
        CertInfo: '',
      })
    },

    async getSignQrStatus({ query, session, login }) {
      const refused = refusal(session.state, login.actor, 'SignRecord')
      if (refused) return err(refused)
      const found = await signCodes.signature(query.QRID, { sessionId: session.id, actorId: login.actor.id })
      if (!found.ok) return found
      const { status, order, signed } = found.value
      return ok({
        QRCodeStatus: status,
        CertInfo: signed?.certificate ?? '',
        Sign_Source: signed ? order.document.hash : '',
        Sign_Result: signed?.jws ?? '',
        Sign_Pdf: signed?.cms ?? '',
      })
    },
  }
}

function documentToSign(session: string, state: SessionState): SignedDocument {
  const filed = recordDocument(state)
  const hash = state.signing?.recordHash ?? ''
  return { document: 'opening-record', session, hash, ...(filed ? { pdf: filed.sha256 } : {}) }
}
