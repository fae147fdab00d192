import { useTranslation } from 'react-i18next'

/** The reader's language as the key of a bilingual name: `column.title[useNameLanguage()]`. */
export function useNameLanguage(): 'zh' | 'en' {
  return useTranslation().i18n.language === 'en' ? 'en' : 'zh'
}
