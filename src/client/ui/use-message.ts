import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { catalogue, messageFor } from '#protocol/messages/catalogue.ts'
import type { MessageCode } from '#protocol/messages/codes.ts'
import type { Failure } from '#protocol/outcome.ts'

type Refusal = Parameters<typeof messageFor>[1]

/** A refusal in the reader's language: `const say = useMessage(); say({ code: 'file-missing' })`. */
export function useMessage(): (refusal: Refusal) => string {
  const { i18n } = useTranslation()
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'
  return useCallback((refusal) => messageFor(language, refusal), [language])
}

/** A failure in the reader's language, also after a switch; in the server's words where its code is unknown here. */
export function useFailureMessage(): (failure: Failure) => string {
  const say = useMessage()
  return useCallback(
    ({ code, params, message, requestId }) =>
      Object.hasOwn(catalogue, code)
        ? say({ code: code as MessageCode, params: { requestId, ...params } })
        : message,
    [say],
  )
}
