import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Puts sentences one after the other, leaving out empty ones: Chinese full stops need no space after them. The same
 * function as long as the language is the same.
 */
export function useSentences(): (...sentences: readonly (string | false | null)[]) => string {
  const space = useTranslation().i18n.language === 'en' ? ' ' : ''
  return useCallback((...sentences) => sentences.filter(Boolean).join(space), [space])
}
