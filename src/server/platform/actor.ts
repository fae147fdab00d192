import type { Actor } from '#domain/session/actor.ts'

/** The trading platform as the actor of entries. */
export const platformActor: Actor = {
  id: 'platform',
  role: 'platform',
  name: '交易平台',
  unitCode: null,
}
