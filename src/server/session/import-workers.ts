import { randomUUID } from 'node:crypto'
import { workersOf } from '#domain/preparation/site-staff.ts'
import type { Command } from '#domain/session/command.ts'
import { ok, type Result } from '#lib/result.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Preparation, Workshop } from './prepare.ts'

/**
 * Reads the personnel of the section to fetch it from (S1 §2). Personal data of another agency's sections stays there:
 * such a section is answered like one that is not there, before anything of it is looked at.
 */
export async function importWorkers(
  source: string,
  { sessionId, actor }: Preparation,
  workshop: Pick<Workshop, 'rules' | 'sectionState'>,
): Promise<Result<Command, Refusal>> {
  if (!workshop.rules.personnelFromOtherSections) return refuse('personnel-import-off')
  const other = source === sessionId ? null : await workshop.sectionState(source)
  if (!other?.tender || other.tender.agencyCode !== actor.unitCode) return refuse('unknown-section')
  const { sectionCode, agencyCode } = other.tender
  const workers = workersOf(other).map(({ kind, name, unit, contact }) => ({
    ...{ workerId: randomUUID(), kind, name, unit, contact: contact ?? '' },
  }))
  return ok({ type: 'ImportWorkers', payload: { source: { sectionCode, agencyCode }, workers } })
}
