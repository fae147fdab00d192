import type { Role } from '#domain/session/actor.ts'

/** userType on the wire of everybody who logs in; the regional variant numbers them (ACC-9). */
export type UserTypeCodes = Readonly<Record<Exclude<Role, 'platform' | 'system'>, number>>

/** Of those whom no variant numbers. */
const fixed = { platform: 9, system: 0 } as const

/** The wire's number for a role, by the variant's `userTypes.codes`. */
export function userTypeOf(role: Role, codes: UserTypeCodes): number {
  return { ...codes, ...fixed }[role]
}
