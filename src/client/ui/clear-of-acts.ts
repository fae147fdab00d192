/** Where something is in the window, in pixels. */
export interface Place {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Its distance to the window's lower edge at first, its height, and what it extends to at the sides. */
interface Floating extends Pick<Place, 'left' | 'right'> {
  readonly lowest: number
  readonly height: number
}

const gap = 8

/**
 * The distance to the window's lower edge at which something floating covers none of the places: the least from `lowest`
 * on; `lowest` itself where there is no room anywhere.
 */
export function bottomClearOf(places: readonly Place[], floating: Floating, windowHeight: number): number {
  const { left, right, lowest, height } = floating
  const beside = places.filter((place) => place.left < right && place.right > left)
  let bottom = lowest
  while (windowHeight - bottom - height >= gap) {
    const lower = windowHeight - bottom
    const covered = beside.filter((place) => place.top < lower + gap && place.bottom > lower - height - gap)
    if (covered.length === 0) return bottom
    bottom = windowHeight - Math.min(...covered.map(({ top }) => top)) + gap
  }
  return lowest
}
