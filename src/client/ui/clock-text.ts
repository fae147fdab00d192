/** Time left, rounded up to a second: `09:59`, `1:00:00`, with `days(n)` in front from one day on. */
export function clockText(milliseconds: number, days: (count: number) => string): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const [d, h, m, s] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60, seconds % 60].map(
    Math.floor,
  )
  const two = (value = 0) => String(value).padStart(2, '0')
  const tail = `${two(m)}:${two(s)}`
  if (d) return `${days(d)} ${two(h)}:${tail}`
  return h ? `${h}:${tail}` : tail
}

/** Below this many milliseconds a clock shows tenths of a second. */
export const tenthsBelow = 10_000

/** Time left, rounded up to a tenth of a second: `9.4`. */
export function tenthsText(milliseconds: number): string {
  return (Math.ceil(Math.max(0, milliseconds) / 100) / 10).toFixed(1)
}
