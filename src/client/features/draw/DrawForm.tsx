import { Button, Heading, Input, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useDrawNames } from '#client/session/use-draw-names.ts'
import { useByServerClock, useSend, useSession } from '#client/store/session-provider.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useSentences } from '#client/ui/use-sentences.ts'
import { candidatesOf } from '#domain/draw/candidates.ts'
import type { DrawKind, DrawParameter } from '#domain/draw/kinds.ts'
import { drawParameters } from '#domain/draw/parameters.ts'
import { drawerLength, drawSubjectLength } from '#domain/draw/text-lengths.ts'
import type { Tender } from '#domain/tender/tender.ts'
import { epochOf } from '#lib/time.ts'
import { drawnText } from '#protocol/messages/draw-texts.ts'
import { rangeFields, rangeOf, type TypedPart, useDrawForm } from './use-draw-form.ts'

interface DrawFormProps {
  readonly kind: DrawKind
  /** Called with the kind while the dialog is closed and the draw is sent, and with null once the server answered. */
  readonly onDeclaring: (kind: DrawKind | null) => void
  readonly onClose: () => void
}

/** The dialog that starts a draw: ranges with their proposals and messages, and who draws (DRW-1 to DRW-9). */
export function DrawForm(props: DrawFormProps) {
  const tender = useSession(({ state }) => state.tender)
  return tender && <Form {...props} tender={tender} />
}

interface Submitted {
  readonly subject: string
  readonly parts: readonly TypedPart[]
}

function Form({ kind, tender, onDeclaring, onClose }: DrawFormProps & { readonly tender: Tender }) {
  const { t } = useTranslation('draw')
  const { kindName } = useDrawNames()
  const say = useMessage()
  const send = useSend()
  const formId = useId()
  const early = useByServerClock((now) => now < epochOf(tender.opensAt))
  const { handleSubmit, errors, clear, subject, parts } = useDrawForm(kind, tender)
  const [submitted, setSubmitted] = useState<Submitted | null>(null)
  const busy = submitted !== null
  // The cleanup also covers a log that starts over, which unmounts the form before there is an answer.
  useEffect(() => {
    if (!busy) return
    onDeclaring(kind)
    return () => onDeclaring(null)
  }, [busy, kind, onDeclaring])

  async function declare() {
    if (!submitted) return
    const declared = parts.map(({ parameter }, i) => {
      const part = submitted.parts[i]
      return { drawer: part?.drawer ?? '', range: part ? rangeOf(parameter, part) : null }
    })
    const command = { kind, subject: submitted.subject, parts: declared }
    if (!(await toastIfRefused(send('DeclareDraw', command)))) return setSubmitted(null)
    clear()
    onClose()
  }

  return (
    // Closed before the draw is declared and its own dialog opens: a dialog that closes also closes those above it and
    // takes their focus. Opened again when the draw is refused.
    <Dialog
      open={!busy}
      onClose={onClose}
      onGone={declare}
      size="lg"
      title={t('drawing', { what: kindName(kind) })}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} colorPalette="seal" disabled={early}>
            {t('begin')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit(setSubmitted)} noValidate>
        <Stack gap="5">
          {early && <Notice tone="info">{say({ code: 'draw-too-early', params: {} })}</Notice>}
          {kind === 'random-index' && (
            <Field label={t('subject')} required error={errors.subject?.message}>
              <Input maxLength={drawSubjectLength} {...subject()} />
            </Field>
          )}
          {parts.map((part) => (
            <PartFields key={part.parameter} part={part} titled={parts.length > 1} tender={tender} />
          ))}
          <Text textStyle="sm" color="fg.muted">
            {t('fairness')}
          </Text>
        </Stack>
      </form>
    </Dialog>
  )
}

interface PartFieldsProps {
  readonly part: ReturnType<typeof useDrawForm>['parts'][number]
  readonly titled: boolean
  readonly tender: Tender
}

function PartFields({ part: { parameter, typed, errors, input }, titled, tender }: PartFieldsProps) {
  const { t } = useTranslation('draw')
  const { from, unit } = drawParameters[parameter]
  const candidates = candidatesOf(parameter, rangeOf(parameter, typed), tender)
  return (
    <Stack as="fieldset" gap="3" minW="0">
      {titled && (
        <Heading as="legend" size="sm">
          {drawnText(parameter, '').replace(' = ', '').replace('%', '')}
        </Heading>
      )}
      {from === 'range' ? (
        <SimpleGrid columns={{ base: 1, sm: 3 }} gap="3" alignItems="start">
          {rangeFields.map((field) => (
            <Field key={field} label={t(field)} unit={unit} required error={errors?.[field]?.message}>
              <Input inputMode="decimal" autoComplete="off" maxLength={12} {...input(field)} />
            </Field>
          ))}
        </SimpleGrid>
      ) : null}
      <Stack gap="1" textStyle="sm" color="fg.muted">
        {from === 'range' && (
          <RangeHint parameter={parameter} candidates={candidates.ok ? candidates.value : []} />
        )}
        {candidates.ok && (
          <Text>
            {t('willDraw', {
              count: candidates.value.length,
              values: summary(
                candidates.value.map((value) => `${value}${unit}`),
                t('comma'),
              ),
            })}
          </Text>
        )}
      </Stack>
      <Field label={t('drawer')} required error={errors?.drawer?.message}>
        <Input autoComplete="off" maxLength={drawerLength} {...input('drawer')} />
      </Field>
    </Stack>
  )
}

/** What a range may be: both ends belong to it, and how many decimals are allowed. */
function RangeHint({ parameter, candidates }: { parameter: DrawParameter; candidates: readonly string[] }) {
  const { t } = useTranslation('draw')
  const sentences = useSentences()
  const source = drawParameters[parameter]
  const decimals = source.from === 'range' ? source.decimals : 0
  const [start, next] = candidates
  const ends = start && next ? t('bothEndsFor', { start, next }) : t('bothEnds')
  const allowed = decimals === 0 ? t('whole') : t('decimals', { count: decimals })
  return <Text>{sentences(ends, allowed)}</Text>
}

function summary(values: readonly string[], comma: string): string {
  return values.length <= 8 ? values.join(comma) : `${values.slice(0, 4).join(comma)} … ${values.at(-1)}`
}
