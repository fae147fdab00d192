/**
 * The roles of a session. `platform` is the trading platform, which publishes tenders and enrols bidders; `system` is
 * the server's clock. Agencies and tenderers act as openers where the variant says so (ACC-9).
 */
export const roles = ['opener', 'bidder', 'supervisor', 'agency', 'tenderer', 'platform', 'system'] as const
export type Role = (typeof roles)[number]

/** An account. `unitCode` binds a bidder to their own bid. */
export interface Actor {
  readonly id: string
  readonly role: Role
  readonly name: string
  readonly unitCode: string | null
}

/** The role in which an account acts after login; the variant maps some roles to opener (ACC-9). */
export function actingRole(role: Role, actAsOpener: readonly Role[]): Role {
  return actAsOpener.includes(role) ? 'opener' : role
}

/** Who an entry is shown to; `seesSupervisor` comes from the variant (SES-13). */
export interface Viewer {
  readonly role: Role
  readonly unitCode: string | null
  readonly seesSupervisor: boolean
}

export const systemActor: Actor = { id: 'system', role: 'system', name: 'system', unitCode: null }
