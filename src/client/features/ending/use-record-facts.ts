import { useTranslation } from 'react-i18next'
import { useTimeFormat } from '#client/ui/time-format.ts'
import type { OpeningRecord } from '#domain/ending/record.ts'
import { reportInfoFields } from '#domain/ending/report-info.ts'
import { figureText } from '#domain/submission/figures.ts'
import type { Tender } from '#domain/tender/tender.ts'
import { unitIn } from '#domain/tender/units.ts'
import { drawnFact } from '#protocol/messages/draw-texts.ts'
import { interruptionFact } from '#protocol/messages/interruption-texts.ts'
import { useStatementFacts } from './use-statement-facts.ts'

/** The record without its table, as labelled facts in the user's language. */
export function useRecordFacts(record: OpeningRecord) {
  const { t, i18n } = useTranslation('steps')
  const time = useTimeFormat()
  const { tender, persons, supervisor, decryption, announcedAt } = record
  const { draws, inquiry, remarks, reportInfo, envelope } = record
  const isEnglish = i18n.language === 'en'
  const statements = useStatementFacts(record)
  const none = t('common.none')
  const moment = (at: string | null | undefined) => (at ? time.second(at) : none)
  const fact = (key: string, value: string | null | undefined) => ({ label: t(key), value: value || none })
  const drawn = draws?.map(({ parameter, subject, drawer, value }) =>
    [subject, drawnFact(parameter, value)[isEnglish ? 1 : 0], drawer && t('ending.record.drawer', { drawer })]
      .filter(Boolean)
      .join(isEnglish ? ', ' : '，'),
  )
  const interrupted = record.interruptions?.map(
    (one) => interruptionFact(one, (at) => time.second(at))[isEnglish ? 1 : 0],
  )
  return [
    fact('ending.record.section', tender ? `${tender.sectionName} (${tender.sectionCode})` : ''),
    ...(envelope ? [fact('ending.envelope.label', t(`ending.envelope.${envelope}`))] : []),
    fact('preparation.projectCode', tender?.projectCode),
    fact('preparation.tenderer', tender?.tenderer),
    fact('preparation.agency', tender?.agency),
    fact('preparation.opensAt', moment(tender?.opensAt)),
    fact('preparation.place', tender?.place),
    fact('preparation.method', tender?.evaluationMethod),
    ...(tender?.ceilingPrice
      ? [fact('preparation.ceilingPrice', ceilingText(tender, isEnglish ? 'en' : 'zh'))]
      : []),
    ...(['opener', 'announcer', 'recorder'] as const).map((person) =>
      fact(`persons.${person}`, persons?.[person]),
    ),
    fact('persons.supervisor', supervisor),
    ...(decryption
      ? [
          fact('ending.record.issuedAt', moment(decryption.issuedAt)),
          fact('ending.record.deadline', moment(decryption.deadline)),
          fact('ending.record.closedAt', moment(decryption.closedAt)),
        ]
      : []),
    fact('ending.record.announcedAt', moment(announcedAt)),
    ...(inquiry
      ? [
          fact(
            'ending.record.inquiry',
            t('ending.record.inquiryValue', {
              ...inquiry,
              from: moment(inquiry.issuedAt),
              to: moment(inquiry.endedAt),
            }),
          ),
        ]
      : []),
    ...statements,
    ...(drawn ? [fact('ending.record.draws', drawn.join('\n'))] : []),
    ...(reportInfo
      ? reportInfoFields.map((field) => fact(`ending.information.${field}`, reportInfo[field]))
      : []),
    ...(interrupted ? [fact('ending.record.interruptions', interrupted.join('\n'))] : []),
    fact('ending.remarks.title', remarks),
  ]
}

/** The ceiling price in the unit of the first price column. */
function ceilingText({ ceilingPrice, columns }: Partial<Tender>, language: 'zh' | 'en'): string {
  const unit = columns?.find(({ kind }) => kind === 'money')?.unit || '元'
  return `${figureText('money', ceilingPrice ?? '')} ${unitIn(language, unit)}`
}
