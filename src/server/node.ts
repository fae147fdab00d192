import type { Logger } from 'pino'
import type { Clock, Random } from '#lib/ports.ts'
import type { HallClock } from './clock/hall-clock.ts'
import type { Embedded } from './db/embedded.ts'
import type { Settings } from './settings.ts'
import type { TestClock } from './test-clock.ts'

/** What a node is started with; everything else is in the database. */
export interface Node {
  readonly settings: Settings
  /** The hall's clock; it knows the database's time once the services are open (DBC-1). */
  readonly hallClock: HallClock
  /** What everything is decided by: the hall's clock, in tests with leaps. */
  readonly clock: Clock
  /** By which tests set `clock` forward. */
  readonly testClock?: TestClock | null
  readonly random: Random
  readonly logger: Logger
  /** Folder of the built client. */
  readonly pages: string
  /** The embedded PostgreSQL, if it has been started already. */
  readonly embedded?: Promise<Embedded>
}
