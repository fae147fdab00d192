import { Button, SimpleGrid, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { CertificateForm, useOwnCertificate } from '#client/certificates/CertificateForm.tsx'
import { LockIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { useProblemUntilChanged } from '#client/ui/use-problem-until-changed.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import { figureTextLength } from '#domain/submission/figures.ts'
import type { Column } from '#domain/tender/tender.ts'
import type { SealedBid, SealRefusal } from '#seal/seal-bid.ts'
import { Attachments } from './Attachments.tsx'
import { figureProblem, figuresOf } from './bid-form-rules.ts'
import { FigureField } from './FigureField.tsx'
import { PriceSheets } from './PriceSheets.tsx'
import { maxFileMegabytes, sealFiles } from './seal-in-browser.ts'
import type { SealingInfo } from './use-sealing-info.ts'

interface BidFormProps {
  readonly info: SealingInfo
  readonly kind: BidFileKind
  /** The figures that this file contains. */
  readonly columns: readonly Column[]
  readonly typed: Readonly<Record<string, string>>
  readonly onType: (key: string, value: string) => void
  readonly files: readonly File[]
  readonly onFiles: (files: readonly File[]) => void
  readonly onSealed: (sealed: SealedBid) => void
}

/** The bid form, built from the tender's columns, the attachments and the certificate to seal with. */
export function BidForm({ info, kind, columns, typed, onType, files, onFiles, onSealed }: BidFormProps) {
  const { t } = useTranslation('sealing')
  const certificate = useOwnCertificate(info.EntprsCode)
  const [step, setStep] = useState<number | null>(null)
  const [problem, setProblem] = useProblemUntilChanged(typed, files, certificate)

  const form = useForm<Record<string, string>>({
    resolver: zodResolver(useFigureSchema(columns)),
    mode: 'onTouched',
    defaultValues: typed,
  })
  useTranslatedErrors(form)
  const { register, handleSubmit, formState, setValue } = form
  const fields = columns.filter(({ item }) => item === undefined)
  const items = useMemo(() => columns.filter(({ item }) => item !== undefined), [columns])

  /** The prices of the file replace all that were read before. */
  function takePrices(prices: Readonly<Record<string, string>>) {
    for (const { key } of items) {
      setValue(key, prices[key] ?? '')
      onType(key, prices[key] ?? '')
    }
  }

  async function seal() {
    if (columns.length === 0 && files.length === 0) return setProblem(t('attachFirst'))
    if (!certificate) return setProblem(t('certificateFirst'))
    setProblem(null)
    setStep(0)
    const figures = figuresOf(columns, typed)
    const sealed = await sealFiles(info, kind, figures, files, certificate.helper, setStep).catch(() => null)
    setStep(null)
    if (sealed === null) return setProblem(t('refused.unreadable'))
    if (sealed.ok) onSealed(sealed.value)
    else setProblem(refusalText(sealed.error))
  }

  function refusalText({ code, params }: SealRefusal): string {
    const name = 'name' in params ? (params.name ?? '') : ''
    return t(`refused.${code}`, { name, limit: maxFileMegabytes })
  }

  return (
    <Stack gap="5">
      <form id="bid" onSubmit={handleSubmit(seal, () => setProblem(t('checkFigures')))} noValidate>
        {fields.length > 0 && (
          <Panel title={t('figures')}>
            <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
              {fields.map((column) => (
                <FigureField
                  key={column.key}
                  column={column}
                  typed={typed[column.key] ?? ''}
                  problem={formState.errors[column.key]?.message}
                  registered={register(column.key, {
                    onChange: (event) => onType(column.key, event.target.value),
                  })}
                />
              ))}
            </SimpleGrid>
          </Panel>
        )}
      </form>
      {items.length > 0 && (
        <PriceSheets items={items} typed={typed} onRead={takePrices} sectionCode={info.bdbh} />
      )}
      <Panel title={t('files')}>
        <Attachments files={files} onFiles={onFiles} />
      </Panel>
      <Panel title={t('certificate')}>
        <Stack gap="3">
          <Notice tone="info">{t(info.encrypted ? 'certificateMeaning' : 'certificateMeaningPlain')}</Notice>
          <CertificateForm unitCode={info.EntprsCode} />
        </Stack>
      </Panel>
      {problem && <Notice tone="error">{problem}</Notice>}
      {step !== null && <Progress label={t('sealing')} done={step} total={files.length + 1} />}
      <Button
        type="submit"
        form="bid"
        size="lg"
        variant={certificate ? 'solid' : 'outline'}
        alignSelf="flex-start"
        loading={step !== null}
        loadingText={t('sealing')}
      >
        <LockIcon />
        {t('seal')}
      </Button>
    </Stack>
  )
}

/** The tender's columns as a form schema with the message for each figure. */
function useFigureSchema(columns: readonly Column[]) {
  const { t } = useTranslation('sealing')
  const language = useNameLanguage()
  return useMemo(() => {
    const fieldOf = (column: Column) =>
      z.string().superRefine((typed, context) => {
        const problem = figureProblem(column, typed)
        if (!problem) return
        const { title, decimals } = column
        const options = { title: title[language], decimals, maximum: figureTextLength }
        context.addIssue({ code: 'custom', message: t(`problem.${problem}`, options) })
      })
    return z.object(Object.fromEntries(columns.map((column) => [column.key, fieldOf(column)])))
  }, [columns, t, language])
}
