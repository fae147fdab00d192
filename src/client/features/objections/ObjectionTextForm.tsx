import { Button, Stack, Textarea } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { Field } from '#client/ui/Field.tsx'
import { failureText } from '#client/ui/failure-text.ts'
import { toast } from '#client/ui/Toast.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { objectionLength, objectionTextProblem } from '#domain/objections/objection.ts'
import { characterCount } from '#lib/character-count.ts'

interface ObjectionTextFormProps {
  readonly kind: 'objection' | 'reply'
  /** Under which name what is being typed is kept. */
  readonly draftKey: string
  readonly label: string
  readonly hint: string
  readonly submitLabel: string
  readonly doneText: string
  /** Said first of a failure that has no words of its own. */
  readonly failedText: string
  /** Why it cannot be sent just now; null when it can. */
  readonly blocked?: string | null
  readonly send: (content: string) => Parameters<typeof toastIfRefused>[0]
  /** What belongs to it besides the text. */
  readonly children?: ReactNode
}

/** The text of an objection or a reply: counted as it is typed, refused in the catalogue's words, kept until it stands. */
export function ObjectionTextForm(props: ObjectionTextFormProps) {
  const { kind, draftKey, label, hint, submitLabel, doneText, failedText, blocked, send, children } = props
  const { t } = useTranslation('objections')
  const say = useMessage()
  const { draft, change, clear } = useDraft(draftKey, { content: '' })
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const content = draft.content ?? ''
  const problem = objectionTextProblem(content)
  const shown = problem === 'too-long' || (checked && problem !== null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (problem) return
    if (blocked) return toast.warning(blocked)
    setBusy(true)
    const result = await send(content.trim())
    setBusy(false)
    if (!result.ok) return toast.error(failureText(failedText, result.error), result.error.code)
    change('content', '')
    clear()
    setChecked(false)
    toast.success(doneText)
  }

  const params = { maximum: objectionLength }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="3">
        <Field
          label={label}
          required
          limit={
            <>
              {t('count', { count: characterCount(content.trim()), ...params })}
              <br />
              {hint}
            </>
          }
          error={shown ? say({ code: `${kind}-${problem ?? 'missing'}`, params }) : undefined}
        >
          <Textarea
            value={content}
            rows={4}
            onChange={(event) => change('content', event.currentTarget.value)}
            onBlur={() => setChecked(content !== '')}
          />
        </Field>
        {children}
        <Button type="submit" alignSelf="flex-start" loading={busy}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}
