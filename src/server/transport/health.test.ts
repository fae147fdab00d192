import { expect, test } from 'vitest'
import { sharedCheck } from './health.ts'

test('[LIM-11] whoever asks for the health within a second shares one check, also one that fails', async () => {
  let now = 0
  let checks = 0
  let isUp = true
  const check = sharedCheck(
    async () => {
      checks += 1
      if (!isUp) throw new Error('no database')
    },
    () => now,
  )
  await Promise.all(Array.from({ length: 1000 }, check))
  now = 999
  await check()
  expect(checks).toBe(1)
  isUp = false
  now = 1000
  for (let i = 0; i < 3; i++) await expect(check()).rejects.toThrow('no database')
  isUp = true
  now = 2000
  await check()
  expect(checks).toBe(3)
})
