import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { createHallClock } from '#server/clock/hall-clock.ts'
import { startServer } from '#server/server.ts'
import { readSettings } from '#server/settings.ts'
import { answerParent } from './process.ts'

/* The production server on an existing database, in a process of its own. */

export interface PollingServer {
  start(input: { databaseUrl: string; dataDir: string; pages: string }): Promise<number>
  /** Seconds of processor time so far. */
  cpu(): Promise<number>
  /** Resident bytes. */
  memory(): Promise<number>
}

answerParent<PollingServer>({
  async start({ databaseUrl, dataDir, pages }) {
    const database = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
    const environment = { ...database, PORT: '0', HOST: '127.0.0.1', DEMO: '1', TEST_ACCOUNTS: '1' }
    const settings = readSettings(environment)
    if (!settings.ok) throw new Error(settings.error)
    const hallClock = createHallClock()
    const { url } = await startServer({
      settings: settings.value,
      hallClock,
      clock: hallClock.now,
      random: (length) => randomBytes(length),
      logger: pino({ level: 'error' }, pino.destination(2)),
      pages,
    })
    return Number(new URL(url).port)
  },
  async cpu() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  },
  async memory() {
    return process.memoryUsage.rss()
  },
})
