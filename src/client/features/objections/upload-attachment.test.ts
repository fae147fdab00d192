import { expect, test } from 'vitest'
import { uploadDelay } from './upload-attachment.ts'

test('[OBJ-9] an upload starts after 200 to 500 ms', () => {
  expect([0, 0.5, 0.999_999].map(uploadDelay)).toEqual([200, 350, 500])
})
