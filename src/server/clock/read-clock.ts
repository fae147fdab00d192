import type { ClientBase, Pool } from 'pg'
import type { HallClock } from './hall-clock.ts'

/** Reads the database's clock, so many times one after another; the quickest answer counts. */
export async function readClock(
  db: Pool | ClientBase,
  clock: Pick<HallClock, 'monotonic' | 'observe'>,
  times = 1,
): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const asked = clock.monotonic()
    const { rows } = await db.query<{ now: Date }>({
      name: 'kaibiao-clock',
      text: 'select clock_timestamp() as now',
    })
    if (rows[0]) clock.observe(asked, rows[0].now.getTime())
  }
}
