/** Pixels as canvases give them: four bytes each, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: ArrayLike<number>
}

type IsDark = (x: number, y: number) => boolean
interface Point {
  readonly x: number
  readonly y: number
}

/**
 * The text of an upright QR code in a picture, such as a screenshot; null when there is none. Reads
 * what the hall shows: byte mode in one block (up to version 3 at level M). It corrects no errors, since a
 * screenshot has none.
 */
export function readQrPicture(picture: Picture): string | null {
  const isDark = darkness(picture)
  for (const corners of possibleCorners(findFinders(picture, isDark))) {
    const code = sampled(isDark, corners)
    if (hasTiming(code)) return readCode(code)
  }
  return null
}

function darkness({ width, height, data }: Picture): IsDark {
  return (x, y) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return false
    const at = (Math.floor(y) * width + Math.floor(x)) * 4
    return (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) < 384
  }
}

/** Centres of finder patterns: dark, light, dark, light, dark as 1:1:3:1:1, across and down alike. */
function findFinders({ width, height }: Picture, isDark: IsDark): (Point & { module: number })[] {
  const found: (Point & { module: number })[] = []
  for (let y = 0; y < height; y += 1) {
    for (const { middle, module } of patternsIn(width, (x) => isDark(x, y))) {
      const isNew = !found.some((point) => Math.hypot(point.x - middle, point.y - y) < 4 * module)
      const down = isNew ? patternsIn(height, (at) => isDark(middle, at)) : []
      const crossing = down.find((other) => Math.abs(other.middle - y) < 2 * module)
      if (crossing && isLike(crossing.module, module)) found.push({ x: middle, y: crossing.middle, module })
    }
  }
  return found
}

/** Every 1:1:3:1:1 on one line of pixels. */
function patternsIn(length: number, isDark: (at: number) => boolean): { middle: number; module: number }[] {
  const edges = [0]
  for (let at = 1; at < length; at += 1) if (isDark(at) !== isDark(at - 1)) edges.push(at)
  edges.push(length)
  const patterns: { middle: number; module: number }[] = []
  for (let first = 0; first + 5 < edges.length; first += 1) {
    const [start = 0, a = 0, b = 0, c = 0, d = 0, end = 0] = edges.slice(first, first + 6)
    const module = (end - start) / 7
    const fits = [a - start, b - a, (c - b) / 3, d - c, end - d].every((run) => isLike(run, module))
    if (fits && isDark(start)) patterns.push({ middle: (b + c) / 2, module })
  }
  return patterns
}

function isLike(size: number, expected: number): boolean {
  return Math.abs(size - expected) <= Math.max(1, expected / 2)
}

/** The code's upper left finder, its modules' size in pixels and how many a side has. */
interface Corners {
  readonly origin: Point
  readonly module: number
  readonly side: number
}

/** A code's content may look like a finder too, so every three at a right angle are candidates. */
function* possibleCorners(finders: readonly (Point & { module: number })[]): Generator<Corners> {
  for (const origin of finders) {
    const near = (a: number, b: number) => Math.abs(a - b) <= origin.module
    const rights = finders.filter((other) => other.x > origin.x && near(other.y, origin.y))
    const belows = finders.filter((other) => other.y > origin.y && near(other.x, origin.x))
    for (const right of rights) {
      if (!belows.some((below) => near(right.x - origin.x, below.y - origin.y))) continue
      const version = Math.round(((right.x - origin.x) / origin.module - 10) / 4)
      const side = 17 + 4 * version
      if (version > 0) yield { origin, module: (right.x - origin.x) / (side - 7), side }
    }
  }
}

interface Code {
  readonly side: number
  isDark(row: number, column: number): boolean
}

function sampled(isDark: IsDark, { origin, module, side }: Corners): Code {
  // The finder's centre is the middle of the fourth module.
  const place = (start: number, index: number) => start + (index - 3) * module
  return { side, isDark: (row, column) => isDark(place(origin.x, column), place(origin.y, row)) }
}

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
]

/** The bytes of a code of ISO/IEC 18004, without its error correction. */
function readCode(code: Code): string | null {
  const mask = masks[maskOf(code)]
  if (!mask || code.side > 29) return null
  const bits = path(code.side).map(([row, column]) => code.isDark(row, column) !== mask(row, column))
  const number = (from: number, length: number) =>
    bits.slice(from, from + length).reduce((value, bit) => value * 2 + Number(bit), 0)
  const byteMode = 4
  if (number(0, 4) !== byteMode) return null
  const length = number(4, 8)
  return new TextDecoder().decode(Uint8Array.from({ length }, (_, index) => number(12 + index * 8, 8)))
}

/** Modules between the finders alternate between dark and light, across and down. */
function hasTiming({ side, isDark }: Code): boolean {
  for (let at = 8; at < side - 8; at += 1) {
    const dark = at % 2 === 0
    if (isDark(6, at) !== dark || isDark(at, 6) !== dark) return false
  }
  return true
}

/** Which mask lies over the data: three bits of the format, under a mask of their own. */
function maskOf({ isDark }: Code): number {
  return (Number(isDark(8, 2)) * 4 + Number(isDark(8, 3)) * 2 + Number(isDark(8, 4))) ^ 0b101
}

/** The data's modules in their order: two columns at a time, up and down in turn, around what is fixed. */
function path(side: number): [number, number][] {
  const places: [number, number][] = []
  let upwards = true
  for (let right = side - 1; right > 0; right -= 2) {
    // The column of the timing pattern is left out altogether.
    if (right === 6) right = 5
    for (let step = 0; step < side; step += 1) {
      const row = upwards ? side - 1 - step : step
      for (const column of [right, right - 1]) if (!isFixed(side, row, column)) places.push([row, column])
    }
    upwards = !upwards
  }
  return places
}

/** Finders with their format bits, timing patterns, and the alignment pattern that versions 2 to 6 have. */
function isFixed(side: number, row: number, column: number): boolean {
  if (row === 6 || column === 6) return true
  if (row < 9 && (column < 9 || column >= side - 8)) return true
  if (row >= side - 8 && column < 9) return true
  const inAlignment = (place: number) => place >= side - 9 && place <= side - 5
  return side > 21 && inAlignment(row) && inAlignment(column)
}
