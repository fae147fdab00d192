import { expect, test } from 'vitest'
import { typeShapes } from './type-shape.ts'

const file = 'test/protocol/sample-shapes.ts'
const shapes = typeShapes({ Written: file, OtherwiseWritten: file, OneValueMore: file })

test('a type is written out whole', () => {
  const point = '{x: number; y?: "green" | "red" | null}'
  expect(shapes.Written).toBe(
    `{byCode: {[string]: false | true}; either: ${['string', point].sort().join(' | ')}; points: (${point})[]}`,
  )
})

test('names and order do not count, what a field may hold does', () => {
  expect(shapes.OtherwiseWritten).toBe(shapes.Written)
  expect(shapes.OneValueMore).not.toBe(shapes.Written)
})
