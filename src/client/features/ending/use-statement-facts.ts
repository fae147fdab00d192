import { useTranslation } from 'react-i18next'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import type { OpeningRecord } from '#domain/ending/record.ts'
import type { Statements } from '#domain/ending/statements-schema.ts'
import { figureText } from '#domain/submission/figures.ts'
import { unitIn } from '#domain/tender/units.ts'

type Said = Statements['disputes'][number] | Statements['objections'][number]

/** What the record has of the reading, of what bidders said, and of the base price, as labelled facts (END-28). */
export function useStatementFacts(record: OpeningRecord) {
  const { readingCutShort, confirmationEnded, disputes, inquiry, basePrice, rows } = record
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const language = useNameLanguage()
  const nameOf = (code: string) => rows.find(({ bidderCode }) => bidderCode === code)?.bidderName ?? code
  const said = ({ bidderCode, text, at, reply }: Said) =>
    [
      t('ending.record.said', { name: nameOf(bidderCode), time: time.second(at), text }),
      ...(reply ? [t('ending.record.reply', { text: reply.content })] : []),
    ].join('\n')
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['cutShort', readingCutShort],
    ['confirmationEnded', confirmationEnded],
    ['disputes', disputes?.map(said).join('\n')],
    ['objections', inquiry?.objections?.map(said).join('\n')],
    [
      'basePrice',
      basePrice && `${figureText('money', basePrice.price)} ${unitIn(language, basePrice.unit)}`.trim(),
    ],
  ]
  return facts.flatMap(([key, value]) => (value ? [{ label: t(`ending.record.${key}`), value }] : []))
}
