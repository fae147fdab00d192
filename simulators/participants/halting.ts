import { type FailureForm, failureHash } from '#domain/halting/failure.ts'
import { signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { signDocument } from '#seal/signed-document.ts'
import { failureOf } from '../client/http-client.ts'
import type { Participant } from '../client/session-client.ts'

/** Why the simulated opener pauses; the record and its PDF have it. */
export const pauseReason = '现场停电，暂停开标。'

/** Pauses the reading before this place, finds its next act refused, and lets it go on. */
export async function pauseAndResume(opener: Participant, position: number): Promise<void> {
  const payload = { kind: 'paused', reason: pauseReason, recorder: '周记录' } as const
  await opener.send({ type: 'HaltOpening', payload })
  await opener.until(({ lot }) => lot === 'paused', 'the pause')
  await expectRefusal('lot-paused', opener.send({ type: 'ReadNext', payload: { position } }))
  await opener.send({ type: 'ResumeOpening', payload: {} })
  await opener.until(({ lot }) => lot === 'open', 'the end of the pause')
}

/**
 * Declares the failure of the lot. With a certificate the agency signs, and without its signature the failure is
 * refused.
 */
export async function declareFailure(
  opener: Participant,
  form: FailureForm,
  certificate: CertificateHelper | null,
): Promise<void> {
  if (certificate) {
    await expectRefusal('failure-signature-missing', opener.send({ type: 'DeclareFailure', payload: form }))
    const hash = failureHash(opener.state(), form)
    const document = { document: 'failure', session: opener.session, hash }
    const jws = await signDocument(certificate, signedDocumentType, document)
    await opener.send({ type: 'DeclareFailure', payload: { ...form, jws } })
  } else await opener.send({ type: 'DeclareFailure', payload: form })
  await opener.until(({ lot }) => lot === 'failure-pending', 'the declared failure')
}

/** Throws unless the command is refused for this reason. */
export async function expectRefusal(code: string, command: Promise<void>): Promise<void> {
  const found = await refusalOf(command)
  if (found !== code) throw new Error(`refused for ${found} instead of ${code}`)
}

/** Why a command is refused; `nothing` where it is accepted. */
export function refusalOf(command: Promise<void>): Promise<string> {
  return command.then(
    () => 'nothing',
    (error: unknown) => failureOf(error)?.code ?? String(error),
  )
}
