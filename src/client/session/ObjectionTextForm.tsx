import { Flex, Stack, Textarea } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { ActButton } from '#client/ui/ActButton.tsx'
import { Field } from '#client/ui/Field.tsx'
import { failureText } from '#client/ui/failure-text.ts'
import { toast } from '#client/ui/Toast.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { objectionLength, objectionTextProblem } from '#domain/objections/objection.ts'
import { characterCount } from '#lib/character-count.ts'

interface ObjectionTextFormProps {
  readonly kind: 'objection' | 'reply'
  /** The draft's name, under which the typed text is stored. */
  readonly draftKey: string
  readonly label: string
  readonly hint: string
  readonly submitLabel: string
  readonly doneText: string
  /** Put before the message of a failure that has none of its own. */
  readonly failedText: string
  /** Why it cannot be sent now; null when it can. */
  readonly blocked?: string | null
  readonly send: (content: string) => Parameters<typeof toastIfRefused>[0]
  /** Further fields. */
  readonly children?: ReactNode
  /** A further button, beside the one that submits. */
  readonly beside?: ReactNode
}

/**
 * The text of an objection or a reply: counted while it is typed, checked with the catalogue's messages, and kept until
 * the server has accepted it.
 */
export function ObjectionTextForm(props: ObjectionTextFormProps) {
  const { kind, draftKey, label, hint, submitLabel, doneText, failedText, blocked, send, children, beside } =
    props
  const { t } = useTranslation('objections')
  const { draft, change, clear } = useDraft(draftKey, { content: '' })
  const content = draft.content ?? ''
  const problem = useProblemText(kind)
  const schema = useMemo(() => contentSchema(problem), [problem])
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { content },
  })
  useTranslatedErrors(form)
  const { register, handleSubmit, reset, formState } = form
  const input = register('content', { onChange: ({ target }) => change('content', target.value) })

  const submit = handleSubmit(async (typed) => {
    if (blocked) return toast.warning(blocked)
    const result = await send(typed.content)
    if (!result.ok) return toast.error(failureText(failedText, result.error), result.error.code)
    change('content', '')
    clear()
    reset({ content: '' })
    toast.success(doneText)
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="3">
        <Field
          label={label}
          required
          limit={
            <>
              {t('count', { count: characterCount(content.trim()), maximum: objectionLength })}
              <br />
              {hint}
            </>
          }
          // A text that is too long is reported while it is typed, before the field is left for the first time.
          error={isTooLong(content) ? problem('too-long') : formState.errors.content?.message}
        >
          <Textarea
            rows={4}
            {...input}
            // A field that is left empty is not reported, nor is an earlier problem shown any longer.
            onBlur={(event) => (content === '' ? reset({ content }) : input.onBlur(event))}
          />
        </Field>
        {children}
        <Flex gap="3" wrap="wrap">
          <ActButton type="submit" loading={formState.isSubmitting}>
            {submitLabel}
          </ActButton>
          {beside}
        </Flex>
      </Stack>
    </form>
  )
}

type ProblemText = (problem: 'missing' | 'too-long') => string

function useProblemText(kind: ObjectionTextFormProps['kind']): ProblemText {
  const say = useMessage()
  return useCallback(
    (problem) => say({ code: `${kind}-${problem}`, params: { maximum: objectionLength } }),
    [kind, say],
  )
}

function contentSchema(text: ProblemText) {
  const content = z
    .string()
    .trim()
    .superRefine((typed, context) => {
      const problem = objectionTextProblem(typed)
      if (problem) context.addIssue(text(problem))
    })
  return z.object({ content })
}

function isTooLong(content: string): boolean {
  return objectionTextProblem(content) === 'too-long'
}
