import type { Actor } from '#domain/session/actor.ts'

/** The trading platform in every log. */
export const platformActor: Actor = {
  id: 'platform',
  role: 'platform',
  name: '交易平台',
  unitCode: null,
}
