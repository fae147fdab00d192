import { expect, it } from 'vitest'
import { seeded } from './seeded-random.ts'

it('draws the same numbers from the same seed', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, seeded(seed))
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})
