/** Pixels from the window's upper edge. */
export interface Span {
  readonly top: number
  readonly bottom: number
}

/** Between the target and the bar above it. */
const gap = 12

/**
 * How far to scroll a phone's page, so that the target is clear of the step's bar and of the card at the lower edge: 0
 * where it is. A target that is taller than the room between them begins below the bar.
 *
 * `bar`: null where there is none, or the target is in it; `floor`: the card's upper edge.
 */
export function scrollToFreePart(target: Span, bar: Span | null, floor: number): number {
  const isUnderBar = bar !== null && bar.top < target.bottom && bar.bottom > target.top
  const ceiling = bar ? bar.bottom - bar.top : 0
  const fits = target.bottom - target.top <= floor - ceiling - gap
  const begins = fits ? target.bottom <= floor : target.top <= Math.max(ceiling, bar?.bottom ?? 0) + 2 * gap
  if (target.top >= 0 && !isUnderBar && begins) return 0
  return target.top - ceiling - gap
}
