import { createInstance, type i18n, type ResourceLanguage } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { first } from './first.ts'

/**
 * All texts of the screens: one namespace per file, flat keys, `{{value}}` for parameters. Chinese is the source; the
 * type of each English file requires the same keys. A region's settings name texts by `namespace:key`, so namespaces
 * keep their names: `hall` has the home page and the section list, `personnel` the site staff. The home page loads
 * its own texts alone, other screens those of their language.
 */
const screens = {
  'zh-CN': async () => (await import('./chinese-screens.ts')).chineseScreens,
  en: async () => (await import('./english-screens.ts')).englishScreens,
} as const

export type Language = keyof typeof screens

/** The texts of the home page. `addScreens` loads the others. */
export function firstTexts(language: Language): i18n {
  return createTexts(language, first)
}

/** Those that have the texts of all screens. */
const complete = new WeakSet<i18n>()

/** Loads the texts of all screens in the present language. Rejects where they cannot be loaded. */
export async function addScreens(texts: i18n): Promise<void> {
  if (complete.has(texts)) return
  await add(texts, texts.language as Language)
  complete.add(texts)
}

/** Shows another language. Rejects where its texts cannot be loaded; the former language stays. */
export async function changeLanguage(texts: i18n, language: Language): Promise<void> {
  if (complete.has(texts)) await add(texts, language)
  await texts.changeLanguage(language)
}

async function add(texts: i18n, language: Language): Promise<void> {
  for (const [namespace, words] of Object.entries(await screens[language]())) {
    // What is there already are a region's own texts. The keys are flat: nothing needs a deep merge or a copy.
    const known = texts.getResourceBundle(language, namespace)
    texts.addResourceBundle(language, namespace, { ...words, ...known }, false, true, { skipCopy: true })
  }
}

/** The texts in the given languages, starting in one of them. */
export function createTexts(
  language: Language,
  resources: Partial<Record<Language, ResourceLanguage>>,
): i18n {
  const texts = createInstance()
  texts.use(initReactI18next).init({
    resources,
    lng: language,
    // Each language has every text.
    fallbackLng: false,
    defaultNS: 'common',
    keySeparator: false,
    nsSeparator: ':',
    interpolation: { escapeValue: false },
    initAsync: false,
    react: { useSuspense: false },
  })
  return texts
}

/** Replaces texts with a region's own, by `namespace:key`. */
export function replaceTexts(texts: i18n, words: Readonly<Record<string, { zh: string; en: string }>>): void {
  for (const [name, { zh, en }] of Object.entries(words)) {
    const colon = name.indexOf(':')
    const place = [name.slice(0, colon), name.slice(colon + 1)] as const
    texts.addResource('zh-CN', ...place, zh)
    texts.addResource('en', ...place, en)
  }
}
