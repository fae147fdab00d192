import type { Clock } from '#lib/ports.ts'

/** How far another clock is ahead of `clock`, in milliseconds, by what it has shown; behind is below zero. */
export function createClockOffset(clock: Clock) {
  let apart = 0

  return {
    milliseconds: () => apart,
    /**
     * The other clock showed `shown` at some moment since `asked`: what was taken for true until now stands as long as
     * that does not contradict it, so that a slow answer takes nothing from what quick ones have told.
     */
    seen(asked: number, shown: number): void {
      const most = shown - asked
      const least = shown - clock()
      if (apart < least || apart > most) apart = Math.round((least + most) / 2)
    },
  }
}
