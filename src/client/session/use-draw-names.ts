import { useTranslation } from 'react-i18next'
import type { DrawState } from '#domain/draw/draw-state.ts'
import type { DrawKind } from '#domain/draw/kinds.ts'
import { drawKindTexts, drawnText } from '#protocol/messages/draw-texts.ts'

/** The names of draws and their results in the user's language. */
export function useDrawNames() {
  const { i18n } = useTranslation()
  const languageIndex = i18n.language === 'en' ? 1 : 0
  return {
    kindName: (kind: DrawKind) => drawKindTexts[kind][languageIndex],
    drawName: ({ kind, subject }: Pick<DrawState, 'kind' | 'subject'>) =>
      subject === '' ? drawKindTexts[kind][languageIndex] : subject,
    resultText: ({ parts, outcome }: DrawState) =>
      parts
        .flatMap(({ parameter }, i) => {
          const result = outcome?.results[i]
          return result ? [drawnText(parameter, result.value)] : []
        })
        .join(languageIndex === 1 ? ', ' : '，'),
  }
}
