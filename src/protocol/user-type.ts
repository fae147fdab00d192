import type { Role } from '#domain/actor.ts'

/** userType on the wire (S0 §6): 1 opener, 2 bidder, 4 supervisor; 3 agency, 5 tenderer, 9 platform. */
const codes = { opener: 1, bidder: 2, agency: 3, supervisor: 4, tenderer: 5, platform: 9, system: 0 } as const

export function userTypeOf(role: Role): number {
  return codes[role]
}

export function roleOf(userType: number): Role | null {
  const found = Object.entries(codes).find(([, code]) => code === userType)
  return found ? (found[0] as Role) : null
}
