import { useTranslation } from 'react-i18next'
import type { DrawState } from '#domain/draw/draw-state.ts'
import type { DrawKind } from '#domain/draw/kinds.ts'
import { drawKindTexts, drawnText } from '#protocol/messages/draw-texts.ts'

/** What is drawn, and what came out, in the reader's language. */
export function useDrawNames() {
  const { i18n } = useTranslation()
  const place = i18n.language === 'en' ? 1 : 0
  return {
    kindName: (kind: DrawKind) => drawKindTexts[kind][place],
    drawName: ({ kind, subject }: Pick<DrawState, 'kind' | 'subject'>) =>
      subject === '' ? drawKindTexts[kind][place] : subject,
    resultText: ({ parts, outcome }: DrawState) =>
      parts
        .flatMap(({ parameter }, i) => {
          const result = outcome?.results[i]
          return result ? [drawnText(parameter, result.value)] : []
        })
        .join(place === 1 ? ', ' : '，'),
  }
}
