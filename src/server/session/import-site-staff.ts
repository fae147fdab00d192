import { randomUUID } from 'node:crypto'
import { siteStaffOf } from '#domain/preparation/site-staff.ts'
import type { Command } from '#domain/session/command.ts'
import { ok, type Result } from '#lib/result.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { PreparationContext, PreparationServices } from './preparation-services.ts'

/**
 * Reads the site staff of the section to import from (PRE-11). Another agency's section is answered like an unknown
 * one, so that its personal data is not revealed.
 */
export async function importSiteStaff(
  source: string,
  { sessionId, actor }: PreparationContext,
  services: Pick<PreparationServices, 'rules' | 'sectionState'>,
): Promise<Result<Command, Refusal>> {
  if (!services.rules.personnelFromOtherSections) return refuse('personnel-import-off')
  const other = source === sessionId ? null : await services.sectionState(source)
  if (!other?.tender || other.tender.agencyCode !== actor.unitCode) return refuse('unknown-section')
  const { sectionCode, agencyCode } = other.tender
  const workers = siteStaffOf(other).map(({ kind, name, unit, contact }) => ({
    ...{ workerId: randomUUID(), kind, name, unit, contact: contact ?? '' },
  }))
  return ok({ type: 'ImportWorkers', payload: { source: { sectionCode, agencyCode }, workers } })
}
