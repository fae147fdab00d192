import type { Role } from '#domain/session/actor.ts'

/** userType on the wire by role, numbered by the variant (ACC-9). */
export type UserTypeCodes = Readonly<Record<Exclude<Role, 'platform' | 'system'>, number>>

/** Numbers that no variant sets. */
const fixed = { platform: 9, system: 0 } as const

/** The wire's number of a role, by the variant's `userTypes.codes`. */
export function userTypeOf(role: Role, codes: UserTypeCodes): number {
  return { ...codes, ...fixed }[role]
}
