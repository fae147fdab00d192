import type { i18n } from 'i18next'
import { chineseScreens } from '#client/texts/chinese-screens.ts'
import { englishScreens } from '#client/texts/english-screens.ts'
import { first } from '#client/texts/first.ts'
import { createTexts, type Language } from '#client/texts/index.ts'

/** The texts of both languages, starting in one of them. */
export function allTexts(language: Language): i18n {
  return createTexts(language, {
    'zh-CN': { ...first['zh-CN'], ...chineseScreens },
    en: { ...first.en, ...englishScreens },
  })
}
