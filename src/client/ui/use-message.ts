import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { messageFor } from '#protocol/messages/catalogue.ts'

type Refusal = Parameters<typeof messageFor>[1]

/** A refusal in the reader's language: `const say = useMessage(); say({ code: 'file-missing' })`. */
export function useMessage(): (refusal: Refusal) => string {
  const { i18n } = useTranslation()
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  return useCallback((refusal) => messageFor(language, refusal), [language])
}
