import type { FastifyRequest } from 'fastify'
import { ownFile } from '#domain/decryption/backup.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { readUpload } from '../files/upload.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CommittedCommand } from '../session/authority.ts'

interface Incoming {
  readonly request: FastifyRequest
  readonly sessionId: string
  readonly actor: Actor
  readonly commandId: string
  readonly address: string
}

/**
 * Receives the backup of a sealed file. It replaces the damaged file in the store only if it has the hash that the log
 * has from the submission; other bytes are not kept. After a crash before the entry the upload is repeated.
 */
export function createBackupReceiver({
  log,
  clock,
  files,
  authority,
  settings,
}: Pick<Services, 'log' | 'clock' | 'files' | 'authority' | 'settings'>) {
  /** The SHA-256 that the copy must have, if one is accepted now; checked before the file is read. */
  async function committedHash(incoming: Incoming, fileId: string): Promise<Result<string, Refusal>> {
    const { request: _, ...asked } = incoming
    const { sessionId, actor } = asked
    const known = await log.state(sessionId)
    if (!known) return refuse('not-published')
    const context = { now: clock(), actor, rules: rulesOf(settings.variant) }
    const committed = ownFile(known.unredactedState, context, fileId)?.submission.ciphertextHash
    const refused = await authority.precheck(asked, backupCommand(fileId, committed ?? ''))
    if (refused) return err(refused)
    return committed === undefined ? refuse('unknown-file') : ok(committed)
  }

  return async function receive(incoming: Incoming): Promise<Result<CommittedCommand, Refusal>> {
    const { request, ...asked } = incoming
    const upload = await readUpload(request, files, {
      check: ({ fields }) => committedHash(incoming, fields.TBWJ_Guid ?? ''),
      wanted: (sha256) => ({ bytes: { sha256 }, otherwise: { code: 'backup-differs', params: {} } }),
      inspect: async () => ok(null),
    })
    if (!upload.ok) return upload
    const { fields, stored } = upload.value
    return authority.decide(asked, backupCommand(fields.TBWJ_Guid ?? '', stored.sha256))
  }
}

function backupCommand(fileId: string, ciphertextHash: string): Command {
  return { type: 'SubmitBackupFile', payload: { fileId, ciphertextHash } }
}
