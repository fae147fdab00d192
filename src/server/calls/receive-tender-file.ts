import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { refusal } from '#domain/session/permissions.ts'
import type { SessionState } from '#domain/session/state.ts'
import { importedFile } from '#domain/tender/imported-files.ts'
import { type TenderFileKind, type TenderFileSays, tenderFileKindsOf } from '#domain/tender/tender-file.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { createSemaphore, type Semaphore } from '#lib/semaphore.ts'
import { importKind } from '#protocol/calls/tender-files.ts'
import type { Language } from '#protocol/messages/codes.ts'
import { hasSuffix, isAttachmentName, saysOf, suffixesTaken } from '#protocol/tender-file/manifest.ts'
import { isPdf, readTenderFile } from '#protocol/tender-file/read.ts'
import { type Announced, type ReceivedForm, readUpload } from '../files/upload.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { done } from './command.ts'

/** A tender file that the opener or the trading platform uploads. */
interface Incoming {
  readonly request: FastifyRequest
  readonly commandId: string
  readonly address: string
  readonly language: Language
  readonly actor: Actor
  sessionOf(fields: Announced['fields']): string
  /** Runs once the whole form has been read. */
  check?(): Promise<Result<null, Refusal>>
}

interface Admitted {
  readonly kind: TenderFileKind
  readonly unredactedState: SessionState
}

/** Receives tender files until the opening (TEN-4 to TEN-10). */
export function createTenderFileReceiver({
  authority,
  log,
  files,
  settings,
}: Pick<Services, 'authority' | 'log' | 'files' | 'settings'>) {
  // One at a time, because a container is read into memory as a whole.
  const reading = createSemaphore(1)

  /** The kind and the section's whole state, if the caller may now import this kind in a file of this name. */
  async function admit(
    { fields, fileName }: Announced,
    { actor, sessionOf }: Incoming,
  ): Promise<Result<Admitted, Refusal>> {
    const id = z.uuid().safeParse(sessionOf(fields))
    const known = id.success ? await log.state(id.data) : null
    if (!known?.unredactedState.tender) return refuse('not-published')
    const refused = refusal(known.unredactedState, actor, 'ImportTenderFile')
    if (refused) return err(refused)
    const kind = importKind.safeParse(fields.fileKind)
    if (!kind.success)
      return refuse('bad-request', { path: 'fileKind', reason: 'unknown kind', problem: 'form' })
    const { projectKind } = known.unredactedState.tender
    if (!tenderFileKindsOf(projectKind).includes(kind.data)) return refuse('tender-file-not-needed')
    const suffixes = suffixesTaken(kind.data, projectKind, settings.variant.files)
    if (!hasSuffix(fileName, suffixes)) return refuse('tender-file-suffix', { suffixes: suffixes.join('、') })
    if (!isAttachmentName(fileName)) return malformed('bad-name', fileName)
    return ok({ kind: kind.data, unredactedState: known.unredactedState })
  }

  /** The command that imports the file, if it would be accepted now; checked before the file is kept. */
  async function inspect(form: ReceivedForm, incoming: Incoming) {
    const { commandId, address, actor, sessionOf, check } = incoming
    const checked = (await check?.()) ?? ok(null)
    if (!checked.ok) return checked
    const admitted = await admit(form, incoming)
    if (!admitted.ok) return admitted
    const { kind, unredactedState } = admitted.value
    const says = await read(form, reading)
    if (!says.ok) return says
    const { fileName, received } = form
    const file = { fileId: commandId, fileName, size: received.size, sha256: received.sha256 }
    const command: Command = { type: 'ImportTenderFile', payload: { kind, file, says: says.value } }
    const asked = { sessionId: sessionOf(form.fields), actor, commandId, address }
    const refused = await authority.precheck(asked, command)
    return refused ? err(refused) : ok({ asked, command, kind, unredactedState })
  }

  async function receive(incoming: Incoming) {
    const { request, commandId, language } = incoming
    const upload = await readUpload(request, files, {
      check: (announced) => admit(announced, incoming),
      inspect: (form) => inspect(form, incoming),
    })
    if (!upload.ok) return upload
    const { asked, command, kind, unredactedState } = upload.value.inspected
    const imported = await authority.decide(asked, command)
    if (!imported.ok) return imported
    const { seq, entries } = imported.value
    const [entry] = entries
    // An id from before digests were kept may be another command's.
    if (entry && entry.type !== 'TenderFileImported') return refuse('command-id-used')
    const inPlace = entry ? commandId : importedFile(unredactedState, kind)?.fileId
    return ok({ Result: true, ResultMessage: done(language), seq, fileId: inPlace ?? commandId })
  }

  return { receive }
}

/** The tender's data in the file; null for a `.pdf`, which has none (TEN-8). */
async function read(
  { fileName, received }: ReceivedForm,
  reading: Semaphore,
): Promise<Result<TenderFileSays | null, Refusal>> {
  if (hasSuffix(fileName, ['.pdf'])) {
    return isPdf(await received.readHead(1024)) ? ok(null) : malformed('not-a-pdf')
  }
  return reading(async () => {
    const manifest = readTenderFile(await received.read())
    return manifest.ok ? ok(saysOf(manifest.value)) : malformed(manifest.error.problem, manifest.error.detail)
  })
}

function malformed(problem: string, detail = ''): Result<never, Refusal> {
  return refuse('tender-file-malformed', { problem, detail })
}
