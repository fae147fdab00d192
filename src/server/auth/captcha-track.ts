/** Position of the piece relative to its start, in pixels of the picture, and the time in milliseconds. */
export interface TrackPoint {
  readonly x: number
  readonly y: number
  readonly t: number
}

const fewestPoints = 8
const shortestMilliseconds = 200
const longestMilliseconds = 60_000
/** A step longer than this part of the way, and longer than `smallStep` pixels, is a leap. */
const longestStep = 0.4
const smallStep = 12

/**
 * Whether a person could have moved the piece to `x`, by pointer or arrow keys: time goes forward, the track begins at
 * the start and ends at `x`, has many steps, none of them a leap, and not all equal in length and duration.
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
