import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useSessionId } from '#client/store/session-provider.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { candidatesOf } from '#domain/draw/candidates.ts'
import { type DrawKind, type DrawParameter, type DrawRange, drawKinds } from '#domain/draw/kinds.ts'
import { drawParameters, proposedRange } from '#domain/draw/parameters.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import type { Tender } from '#domain/tender/tender.ts'

export const rangeFields = ['start', 'end', 'interval'] as const
const partFields = [...rangeFields, 'drawer'] as const
type PartField = (typeof partFields)[number]

/** What is typed for one parameter; the range stays empty where a list is drawn from. */
export type TypedPart = Readonly<Record<PartField, string>>

/** The form of one kind of draw; what is typed survives a refusal and a reload. */
export function useDrawForm(kind: DrawKind, tender: Tender) {
  const say = useMessage()
  const parameters: readonly DrawParameter[] = drawKinds[kind]
  const { draft, change, clear } = useDraft(
    `draw.${kind}.${useSessionId()}`,
    initialDraft(parameters, tender),
  )
  const parts = parameters.map((parameter) => ({ parameter, typed: typedPart(parameter, draft) }))
  const schema = useMemo(() => drawSchema(kind, tender, say), [kind, tender, say])
  const form = useForm({
    resolver: zodResolver(schema),
    // A range's problem is shown beside one of its fields, whichever was typed last: not before the first attempt.
    mode: 'onSubmit',
    defaultValues: { subject: draft.subject ?? '', parts: parts.map(({ typed }) => typed) },
  })
  useTranslatedErrors(form)
  const { register, handleSubmit, formState } = form
  return {
    handleSubmit,
    errors: formState.errors,
    clear,
    subject: () => register('subject', { onChange: ({ target }) => change('subject', target.value) }),
    parts: parts.map(({ parameter, typed }, i) => ({
      parameter,
      typed,
      errors: formState.errors.parts?.[i],
      input: (field: PartField) =>
        register(`parts.${i}.${field}`, {
          // A change of one end may correct what is shown beside the other.
          deps: partFields.map((each) => `parts.${i}.${each}` as const),
          onChange: ({ target }) => change(`${parameter}.${field}`, target.value),
        }),
    })),
  }
}

/** Null for a parameter that is drawn from a list. */
export function rangeOf(parameter: DrawParameter, { start, end, interval }: TypedPart): DrawRange | null {
  if (drawParameters[parameter].from === 'list') return null
  return { start: start.trim(), end: end.trim(), interval: interval.trim() }
}

const text = z.string().trim()
const partSchema = z.object({ start: text, end: text, interval: text, drawer: text })

/** The domain's rules, each problem at the field that it is shown beside. */
function drawSchema(kind: DrawKind, tender: Tender, say: (refusal: Rejection) => string) {
  const parameters: readonly DrawParameter[] = drawKinds[kind]
  return z
    .object({ subject: text, parts: z.array(partSchema) })
    .superRefine(({ subject, parts }, context) => {
      const report = (path: (string | number)[], problem: Rejection) =>
        context.addIssue({ code: 'custom', path, message: say(problem) })
      if (kind === 'random-index' && subject === '') {
        report(['subject'], { code: 'draw-subject-missing', params: {} })
      }
      parts.forEach((part, i) => {
        const parameter = parameters[i]
        const problem = parameter && problemOf(parameter, part, tender)
        if (problem) report(['parts', i, fieldOf(problem, part)], problem)
      })
    })
}

function problemOf(parameter: DrawParameter, part: TypedPart, tender: Tender): Rejection | null {
  const candidates = candidatesOf(parameter, rangeOf(parameter, part), tender)
  if (!candidates.ok) return candidates.error
  return part.drawer === '' ? { code: 'drawer-missing', params: {} } : null
}

/** The field that a problem is shown beside. */
function fieldOf({ code }: Rejection, part: TypedPart): PartField {
  if (code === 'drawer-missing') return 'drawer'
  if (code === 'draw-interval-invalid' || code === 'draw-too-many') return 'interval'
  if (code === 'draw-range-invalid') return 'start'
  return rangeFields.find((field) => !/^\d+(\.\d+)?$/.test(part[field])) ?? 'interval'
}

function typedPart(parameter: DrawParameter, draft: Readonly<Record<string, string>>): TypedPart {
  const typed = (field: PartField) => draft[`${parameter}.${field}`] ?? ''
  return { start: typed('start'), end: typed('end'), interval: typed('interval'), drawer: typed('drawer') }
}

function initialDraft(parameters: readonly DrawParameter[], tender: Tender): Record<string, string> {
  const fields = parameters.flatMap((parameter) => {
    const range = proposedRange(parameter, tender)
    const proposed = rangeFields.map((field) => [`${parameter}.${field}`, range?.[field] ?? ''] as const)
    return [...proposed, [`${parameter}.drawer`, ''] as const]
  })
  return { subject: '', ...Object.fromEntries(fields) }
}
