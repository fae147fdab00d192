import { expect, test } from 'vitest'
import { createRecentQuestions } from './recent-questions.ts'

test('[EVT-4] a question is recent for a second', () => {
  let now = 5000
  const questions = createRecentQuestions(() => now)
  expect(questions.any()).toBe(false)
  questions.asked()
  expect(questions.any()).toBe(true)
  now += 999
  expect(questions.any()).toBe(true)
  now += 1
  expect(questions.any()).toBe(false)
})
