import type { LoginMode } from '#variants/access-schema.ts'
import type { Variant } from '#variants/schema.ts'

/** Whether the variant's login dialog offers a way in to a role; what it does not offer is refused. */
export function isOffered({ login }: Pick<Variant, 'login'>, role: string, mode: LoginMode): boolean {
  return login.tabs.some((tab) => tab.role === role && tab.modes.includes(mode))
}
