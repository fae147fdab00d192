import type { LoginMode } from '#variants/access-schema.ts'
import type { Variant } from '#variants/schema.ts'

/** The ways to prove who one is; `demo`: by its published password. */
export type LoginWay = 'account' | 'certificate' | 'demo' | 'licence' | 'qr' | 'sign-on' | 'test'

/** Whether the variant offers this way of logging in to a role (ACC-8). */
export function isOffered({ login }: Pick<Variant, 'login'>, role: string, mode: LoginMode): boolean {
  return login.tabs.some((tab) => tab.role === role && tab.modes.includes(mode))
}
