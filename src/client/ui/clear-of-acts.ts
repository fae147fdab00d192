/** Where something is in the window, in pixels. */
export interface Place {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export function overlap(one: Place, other: Place): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}

/** Its size, its least distance to the window's lower edge, and that to the window's sides. */
interface Floating {
  readonly width: number
  readonly height: number
  readonly lowest: number
  readonly aside: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** At which side of the window something floats, and its distance to the lower edge. */
export interface Spot {
  readonly side: 'end' | 'center' | 'start'
  readonly bottom: number
}

/** The sides, the best first. */
export type Sides = readonly [Spot['side'], ...Spot['side'][]]
const endFirst: Sides = ['end', 'center', 'start']
/** Least distance, above and below, of something floating to what it must not cover. */
export const spotGap = 8

/**
 * Where something floating covers nothing, as low as possible, and rather at the first side than at others: at the
 * window's end unless given. `things` are lists of places: where there is no room clear of the first list, it is clear of
 * the next one, and where there is none at all, it is lowest at the first side.
 */
export function spotClearOf(
  things: readonly (readonly Place[])[],
  floating: Floating,
  window: Size,
  sides: Sides = endFirst,
): Spot {
  for (const places of things) {
    const spots = sides.flatMap((side): Spot[] => {
      const bottom = bottomClearOf(places, { ...floating, ...edgesAt(side, floating, window) }, window.height)
      return bottom === null ? [] : [{ side, bottom }]
    })
    const [lowest] = spots.sort((one, other) => one.bottom - other.bottom)
    if (lowest) return lowest
  }
  return { side: sides[0], bottom: floating.lowest }
}

function edgesAt(
  side: Spot['side'],
  { width, aside }: Floating,
  window: Size,
): Pick<Place, 'left' | 'right'> {
  const room = window.width - width
  const left = { start: aside, center: room / 2, end: room - aside }[side]
  return { left, right: left + width }
}

/** The least distance to the window's lower edge, from `lowest` on, at which it covers none; null where there is no room. */
function bottomClearOf(
  places: readonly Place[],
  { left, right, lowest, height }: Pick<Floating, 'lowest' | 'height'> & Pick<Place, 'left' | 'right'>,
  windowHeight: number,
): number | null {
  const beside = places.filter((place) => place.left < right && place.right > left)
  let bottom = lowest
  while (windowHeight - bottom - height >= spotGap) {
    const lower = windowHeight - bottom
    const covered = beside.filter(
      (place) => place.top < lower + spotGap && place.bottom > lower - height - spotGap,
    )
    if (covered.length === 0) return bottom
    bottom = windowHeight - Math.min(...covered.map(({ top }) => top)) + spotGap
  }
  return null
}
