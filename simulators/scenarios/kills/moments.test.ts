import { expect, test } from 'vitest'
import { seeded } from '#lib/seeded-random.ts'
import { targets } from './killed-hall.ts'
import { createMoments, places, planKills } from './moments.ts'

test('a seed decides every kill, and a thousand kills meet every target at every place', () => {
  const plan = planKills(1000, seeded(7))
  expect(planKills(1000, seeded(7))).toEqual(plan)
  expect(planKills(1000, seeded(8))).not.toEqual(plan)
  expect(plan[0]?.place).not.toBe('start-up')
  const met = new Set(plan.map(({ target, place }) => `${target} ${place}`))
  expect(met.size).toBe(targets.length * places.length)
})

test('a kill waits for its moment, or falls without when that does not come', async () => {
  const moments = createMoments()
  const upload = moments.come('file being uploaded', 10_000)
  moments.begin('command')()
  const end = moments.begin('upload')
  expect(await upload).toBe(true)
  expect(moments.underWay()).toEqual({ command: 0, upload: 1, document: 0 })
  end()
  expect(moments.underWay().upload).toBe(0)
  expect(await moments.come('document being made', 1)).toBe(false)
})

test('the openings go on by so many commands between two kills', async () => {
  const moments = createMoments()
  const going = moments.progress(2, 10_000)
  moments.begin('command')()
  const early = await Promise.race([going, Promise.resolve('not yet')])
  expect(early).toBe('not yet')
  moments.begin('command')()
  expect(await going).toBe(true)
})
