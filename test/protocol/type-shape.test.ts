import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { typeShapes } from './type-shape.ts'

const source = `
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
`

const folder = mkdtempSync(join(tmpdir(), 'shapes-'))
const file = join(folder, 'shapes.ts')
writeFileSync(file, source)
const shapes = typeShapes({ Written: file, OtherwiseWritten: file, OneValueMore: file })

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a type is expanded completely', () => {
  const point = '{x: number; y?: "green" | "red" | null}'
  expect(shapes.Written).toBe(
    `{byCode: {[string]: false | true}; either: ${['string', point].sort().join(' | ')}; points: (${point})[]}`,
  )
})

test('names and order do not matter, field types do', () => {
  expect(shapes.OtherwiseWritten).toBe(shapes.Written)
  expect(shapes.OneValueMore).not.toBe(shapes.Written)
})
