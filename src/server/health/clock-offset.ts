import type { Clock } from '#lib/ports.ts'

/** By how many milliseconds another clock is ahead of `clock`, estimated from its readings; negative when behind. */
export function createClockOffset(clock: Clock) {
  let offset = 0

  return {
    milliseconds: () => offset,
    /**
     * The other clock showed `shown` at some moment since `asked`. The estimate changes only when the reading
     * contradicts it, so that a slow answer does not spoil what quick ones have shown.
     */
    observe(asked: number, shown: number): void {
      const most = shown - asked
      const least = shown - clock()
      if (offset < least || offset > most) offset = Math.round((least + most) / 2)
    },
  }
}
