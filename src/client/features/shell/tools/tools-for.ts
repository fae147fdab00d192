import type { Role } from '#domain/session/actor.ts'
import { hasDeposit, type Tender } from '#domain/tender/tender.ts'
import type { Variant } from '#variants/schema.ts'

/** The header's tools besides files and objections (SHL-8 to SHL-10), in order. */
export type Tool = 'deposits' | 'addresses' | 'unit' | 'video' | 'extraction'

/** The region's tools for this role; the server checks the same. */
export function toolsFor(role: Role | null, shell: Variant['shell'], tender: Tender | null): Tool[] {
  const offered: Readonly<Record<Tool, boolean>> = {
    deposits: shell.deposits && tender !== null && hasDeposit(tender),
    addresses: shell.bidderAddressTable.some((shown) => shown === role),
    unit: shell.bidderUnitInfo,
    video: shell.videoLink !== null,
    extraction: shell.extractionUrl !== null && role !== 'bidder',
  }
  return (Object.keys(offered) as Tool[]).filter((tool) => offered[tool])
}
