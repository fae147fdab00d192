import type { Logger } from 'pino'
import { hallItself, nowhere, type Trail } from './trail.ts'

/** The alarm for a log that is not as the hall wrote it (KEY-7), in the node's log and in the trail. */
export function alarmOfAlteredLog(
  trail: Pick<Trail, 'note'>,
  logger: Pick<Logger, 'error'>,
): (sessionId: string, seq: number) => void {
  return (sessionId, seq) => {
    logger.error(
      { sessionId, seq },
      'this section stands still: an entry of its log is not as the hall wrote it',
    )
    const alarm = { kind: 'alarm', who: hallItself, from: nowhere, section: sessionId } as const
    trail.note({ ...alarm, what: 'log', code: 'log-altered', detail: `entry ${seq}` })
  }
}

/** The alarm for a row of evidence that is not as the hall wrote it (KEY-5), in the trail. */
export function alarmOfForgedRow(trail: Pick<Trail, 'note'>): (table: string, id: string) => void {
  return (table, id) =>
    trail.note({
      ...{ kind: 'alarm', who: hallItself, from: nowhere },
      ...{ what: table, code: 'row-altered', detail: id },
    })
}
