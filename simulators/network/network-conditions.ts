/** What befalls a connection. */
export type Fault =
  /** Reset on both sides, at once. */
  | { readonly kind: 'cut' }
  /** Nothing moves for so long, then everything goes on where it stopped. */
  | { readonly kind: 'stall'; readonly forMs: number }
  /** Nothing moves any more, and neither side is told. */
  | { readonly kind: 'half-open' }

/** How connections fare. Times are milliseconds, ranges are drawn from evenly. */
export interface Weather {
  /** Each way, for each piece. */
  readonly delayMs: number
  /** On top of it, from none to so much. */
  readonly jitterMs: number
  /** How long a connection goes well before the next fault; null: always. */
  readonly goodForMs: readonly [least: number, most: number] | null
  /** Which faults there are; each is as likely as the others. */
  readonly faults: readonly Fault[]
  /** Connections are reset as soon as they are made. */
  readonly closed: boolean
  /** WebSockets are reset as soon as they are asked for; other requests pass. */
  readonly noWebSockets: boolean
}

export const fairWeather: Weather = {
  delayMs: 0,
  jitterMs: 0,
  goodForMs: null,
  faults: [],
  closed: false,
  noWebSockets: false,
}

/** A bad mobile line: 40 to 240 ms round trip and a fault every few seconds, now and then one that nobody is told of. */
export const badWeather: Weather = {
  ...fairWeather,
  delayMs: 20,
  jitterMs: 100,
  goodForMs: [2000, 12_000],
  faults: [
    { kind: 'cut' },
    { kind: 'cut' },
    { kind: 'cut' },
    { kind: 'stall', forMs: 1500 },
    { kind: 'stall', forMs: 4000 },
    { kind: 'half-open' },
  ],
}

/** What a script does at a moment: the weather changes, or a share (0 to 1) of the connections suffers a fault. */
export type Step =
  | { readonly atMs: number; readonly weather: Partial<Weather> }
  | { readonly atMs: number; readonly fault: Fault; readonly share: number }
