import { Button, Heading, Input, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useByServerClock, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { candidatesOf } from '#domain/draw/candidates.ts'
import { type DrawKind, type DrawParameter, type DrawRange, drawKinds } from '#domain/draw/kinds.ts'
import { drawParameters, proposedRange } from '#domain/draw/parameters.ts'
import { drawerLength, drawSubjectLength } from '#domain/draw/text-lengths.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import type { Tender } from '#domain/tender/tender.ts'
import { epochOf } from '#lib/time.ts'
import { drawnText } from '#protocol/messages/draw-texts.ts'
import { useDrawNames } from './use-draw-names.ts'

interface DrawFormProps {
  readonly kind: DrawKind
  /** With the kind from the start on, when nothing of the form is in sight, and null once the server has answered. */
  readonly onDeclaring: (kind: DrawKind | null) => void
  readonly onClose: () => void
}

/** The extraction dialog: ranges with their proposals and messages, who draws, and Start (DRW-1 to DRW-9). */
export function DrawForm(props: DrawFormProps) {
  const tender = useSession(({ state }) => state.tender)
  return tender && <Form {...props} tender={tender} />
}

type Draft = Readonly<Record<string, string>>
const rangeFields = ['start', 'end', 'interval'] as const

function Form({ kind, tender, onDeclaring, onClose }: DrawFormProps & { readonly tender: Tender }) {
  const { t } = useTranslation('draw')
  const { kindName } = useDrawNames()
  const sessionId = useSessionId()
  const send = useSend()
  const formId = useId()
  const early = useByServerClock((now) => now < epochOf(tender.opensAt))
  const parameters: readonly DrawParameter[] = drawKinds[kind]
  const { draft, change, clear } = useDraft(`draw.${kind}.${sessionId}`, startingFrom(parameters, tender))
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const problems = parameters.map((parameter) => problemOf(parameter, draft, tender))
  const subjectMissing = kind === 'random-index' && (draft.subject ?? '').trim() === ''
  const say = useMessage()
  // It ends with the form as well: a log that starts over takes that away before there is an answer.
  useEffect(() => {
    if (!busy) return
    onDeclaring(kind)
    return () => onDeclaring(null)
  }, [busy, kind, onDeclaring])

  function start(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (subjectMissing || problems.some((problem) => problem !== null)) return
    setBusy(true)
  }

  async function declare() {
    if (!busy) return
    const parts = parameters.map((parameter) => ({
      drawer: (draft[`${parameter}.drawer`] ?? '').trim(),
      range: rangeOf(parameter, draft),
    }))
    const declared = await toastIfRefused(send('DeclareDraw', { kind, subject: draft.subject ?? '', parts }))
    if (!declared) return setBusy(false)
    clear()
    onClose()
  }

  return (
    // Gone before the draw is declared and comes up: a dialog takes those above it along when it closes, and the focus
    // away from them. Back where it was refused.
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
      <form id={formId} onSubmit={start} noValidate>
        <Stack gap="5">
          {early && <Notice tone="info">{say({ code: 'draw-too-early', params: {} })}</Notice>}
          {kind === 'random-index' && (
            <Field
              label={t('subject')}
              required
              error={
                checked && subjectMissing ? say({ code: 'draw-subject-missing', params: {} }) : undefined
              }
            >
              <Input
                value={draft.subject ?? ''}
                maxLength={drawSubjectLength}
                onChange={(event) => change('subject', event.currentTarget.value)}
              />
            </Field>
          )}
          {parameters.map((parameter, i) => (
            <PartFields
              key={parameter}
              parameter={parameter}
              titled={parameters.length > 1}
              tender={tender}
              draft={draft}
              change={change}
              problem={checked ? (problems[i] ?? null) : null}
            />
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
  readonly parameter: DrawParameter
  readonly titled: boolean
  readonly tender: Tender
  readonly draft: Draft
  readonly change: (field: string, value: string) => void
  readonly problem: Rejection | null
}

function PartFields({ parameter, titled, tender, draft, change, problem }: PartFieldsProps) {
  const { t } = useTranslation('draw')
  const say = useMessage()
  const { from, unit } = drawParameters[parameter]
  const candidates = candidatesOf(parameter, rangeOf(parameter, draft), tender)
  const at = problem && placeOf(problem, parameter, draft)
  const errorAt = (field: string) => (problem && at === field ? say(problem) : undefined)
  const typed = (field: string) => ({
    value: draft[`${parameter}.${field}`] ?? '',
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change(`${parameter}.${field}`, event.currentTarget.value),
  })
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
            <Field key={field} label={t(field)} unit={unit} required error={errorAt(field)}>
              <Input inputMode="decimal" autoComplete="off" maxLength={12} {...typed(field)} />
            </Field>
          ))}
        </SimpleGrid>
      ) : null}
      <Text textStyle="sm" color="fg.muted">
        {candidates.ok
          ? t('willDraw', { count: candidates.value.length, values: summary(candidates.value) })
          : t('bothEnds')}
      </Text>
      <Field label={t('drawer')} required error={errorAt('drawer')}>
        <Input autoComplete="off" maxLength={drawerLength} {...typed('drawer')} />
      </Field>
    </Stack>
  )
}

function summary(values: readonly string[]): string {
  return values.length <= 8 ? values.join(', ') : `${values.slice(0, 4).join(', ')} … ${values.at(-1)}`
}

/** Beside which field a refusal is said. */
function placeOf({ code }: Rejection, parameter: DrawParameter, draft: Draft): string {
  if (code === 'drawer-missing') return 'drawer'
  if (code === 'draw-interval-invalid' || code === 'draw-too-many') return 'interval'
  if (code === 'draw-range-invalid') return 'start'
  return (
    rangeFields.find((field) => !/^\s*\d+(\.\d+)?\s*$/.test(draft[`${parameter}.${field}`] ?? '')) ??
    'interval'
  )
}

/** What the rules would refuse, before it is asked. */
function problemOf(parameter: DrawParameter, draft: Draft, tender: Tender): Rejection | null {
  const candidates = candidatesOf(parameter, rangeOf(parameter, draft), tender)
  if (!candidates.ok) return candidates.error
  const named = (draft[`${parameter}.drawer`] ?? '').trim() !== ''
  return named ? null : { code: 'drawer-missing', params: {} }
}

function rangeOf(parameter: DrawParameter, draft: Draft): DrawRange | null {
  if (drawParameters[parameter].from === 'list') return null
  const typed = (field: string) => (draft[`${parameter}.${field}`] ?? '').trim()
  return { start: typed('start'), end: typed('end'), interval: typed('interval') }
}

function startingFrom(parameters: readonly DrawParameter[], tender: Tender): Record<string, string> {
  const fields = parameters.flatMap((parameter) => {
    const range = proposedRange(parameter, tender)
    const proposed = rangeFields.map((field) => [`${parameter}.${field}`, range?.[field] ?? ''] as const)
    return [...proposed, [`${parameter}.drawer`, ''] as const]
  })
  return { subject: '', ...Object.fromEntries(fields) }
}
