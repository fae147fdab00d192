/* Types for `type-shape.test.ts`. */

type Colour = 'red' | 'green'
interface Point {
  readonly x: number
  y?: Colour | null
}

export interface Written {
  readonly points: readonly Point[]
  readonly byCode: Readonly<Record<string, boolean>>
  readonly either: Point | string
}

export type OtherwiseWritten = {
  either: string | { y?: 'green' | 'red' | null | undefined; x: number }
  byCode: { [code: string]: boolean }
} & { points: { x: number; y: null | 'red' | 'green' | undefined }[] }

export interface OneValueMore {
  readonly points: readonly Point[]
  readonly byCode: Readonly<Record<string, boolean | null>>
  readonly either: Point | string
}
