import { useTranslation } from 'react-i18next'
import type { DrawState } from '#domain/draw/draw-state.ts'
import type { DrawKind } from '#domain/draw/kinds.ts'
import { drawKindTexts, drawnText } from '#protocol/messages/draw-texts.ts'

/** The names of draws and their results in the user's language. */
export function useDrawNames() {
  const { i18n } = useTranslation()
  const languageIndex = i18n.language === 'en' ? 1 : 0
  const kindName = (kind: DrawKind) => capitalized(drawKindTexts[kind][languageIndex])
  return {
    kindName,
    drawName: ({ kind, subject }: Pick<DrawState, 'kind' | 'subject'>) =>
      subject === '' ? kindName(kind) : subject,
    resultText: ({ parts, outcome }: DrawState) =>
      parts
        .flatMap(({ parameter }, i) => {
          const result = outcome?.results[i]
          return result ? [drawnText(parameter, result.value)] : []
        })
        .join(languageIndex === 1 ? ', ' : '，'),
  }
}

/** As a label; a sign, such as a, stays as it is. */
function capitalized(name: string): string {
  return name.replace(/^[a-z](?=[a-z])/, (letter) => letter.toUpperCase())
}
