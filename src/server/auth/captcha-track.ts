/** Where the piece was, in pixels of the picture from its start, and when, in milliseconds. */
export interface TrackPoint {
  readonly x: number
  readonly y: number
  readonly t: number
}

const fewestPoints = 8
const shortestMilliseconds = 200
const longestMilliseconds = 60_000
/** The longest part of the way in one step, and in one step the longest in any case that counts as one. */
const longestStep = 0.4
const smallStep = 12

/**
 * Whether a piece got to `x` as a hand moves it, by pointer or by arrow keys: time goes forward, the way begins at the
 * start and ends at `x`, in many steps, none of them a leap, not all alike in length and time.
 */
export function isPlausible(track: readonly TrackPoint[], x: number): boolean {
  const [first] = track
  const last = track.at(-1)
  if (!first || !last || track.length < fewestPoints) return false
  const duration = last.t - first.t
  if (duration < shortestMilliseconds || duration > longestMilliseconds) return false
  if (Math.abs(first.x) > smallStep || Math.abs(last.x - x) > 2) return false
  const steps = stepsOf(track)
  if (steps.some(({ t }) => t < 0)) return false
  const leap = Math.max(smallStep, longestStep * Math.abs(x))
  if (steps.some((step) => Math.abs(step.x) > leap)) return false
  return new Set(steps.map((step) => `${step.x} ${step.t}`)).size > 1
}

function stepsOf(track: readonly TrackPoint[]) {
  return track.slice(1).map((point, index) => {
    const before = track[index] ?? point
    return { x: point.x - before.x, t: point.t - before.t }
  })
}
