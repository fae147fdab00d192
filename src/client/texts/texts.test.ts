import { expect, test } from 'vitest'
import { shipped } from '#variants/load.ts'
import { createTexts, replaceTexts } from './index.ts'

test("a region's own words stand in the place of the usual ones, in both languages", async () => {
  const texts = createTexts('zh-CN')
  replaceTexts(texts, { 'steps:announcement.title': { zh: '开标报价', en: 'Reading out' } })
  expect(texts.t('steps:announcement.title')).toBe('开标报价')
  await texts.changeLanguage('en')
  expect(texts.t('steps:announcement.title')).toBe('Reading out')
  expect(texts.t('steps:opening.title')).toBe('Opening of bid files')
})

test.each(shipped)('$name has words of its own only for texts that there are', ({ texts: words }) => {
  const texts = createTexts('zh-CN')
  expect(Object.keys(words).filter((name) => !texts.exists(name))).toEqual([])
})
