import { isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import type { Acknowledged } from './measured-client.ts'
import { commandAt } from './verify-client.ts'

/** What a light bidder has done, to be found in the log. */
export interface OwnActs {
  readonly unitCode: string
  /** Types of the entries that its acts have caused, each of which must be in the log once. */
  readonly entries: readonly string[]
  readonly acknowledged: readonly Acknowledged[]
}

/** What is wrong with light bidders' acts in the whole log, a line each: every one must be there, once. */
export function findActs(entries: readonly VisibleEntry[], all: readonly OwnActs[]): string[] {
  const times = new Map<string, number>()
  for (const entry of entries) {
    if (isHidden(entry)) continue
    const { bidderCode } = entry.payload as { readonly bidderCode?: string }
    if (bidderCode === undefined) continue
    const act = actOf(entry.type, bidderCode)
    times.set(act, (times.get(act) ?? 0) + 1)
  }
  return all.flatMap(({ unitCode, entries: types, acknowledged }) => [
    ...acknowledged
      .filter(({ id, seq }) => commandAt(entries, seq) !== id)
      .map(({ seq }) => `${unitCode}: entry ${seq} was acknowledged and is not there`),
    ...types.flatMap((type) => {
      const found = times.get(actOf(type, unitCode)) ?? 0
      return found === 1 ? [] : [`${unitCode}: ${type} is ${found} times in the log`]
    }),
  ])
}

function actOf(type: string, bidderCode: string): string {
  return `${type} ${bidderCode}`
}
