/**
 * Who acts in a session. `platform` is the trading platform that publishes tenders and enrols
 * bidders; `system` is the server's own clock. Agencies and tenderers act as openers where the variant says so.
 */
export const roles = ['opener', 'bidder', 'supervisor', 'agency', 'tenderer', 'platform', 'system'] as const
export type Role = (typeof roles)[number]

/** Somebody known to the server. `id` is the account; `unitCode` binds a bidder to their own bid. */
export interface Actor {
  readonly id: string
  readonly role: Role
  readonly name: string
  readonly unitCode: string | null
}

/** As whom somebody acts once they are logged in: openers are all whom the variant maps to them (ACC-9). */
export function actingRole(role: Role, actAsOpener: readonly Role[]): Role {
  return actAsOpener.includes(role) ? 'opener' : role
}

/** Whose eyes an entry is shown to; `seesSupervisor` comes from the variant (SES-13). */
export interface Viewer {
  readonly role: Role
  readonly unitCode: string | null
  readonly seesSupervisor: boolean
}

export const systemActor: Actor = { id: 'system', role: 'system', name: 'system', unitCode: null }
