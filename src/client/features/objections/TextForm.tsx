import { Button, Stack, Textarea } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#client/store/preferences.ts'
import { Field } from '#client/ui/Field.tsx'
import { reported } from '#client/ui/session/reported.ts'
import { useDraft } from '#client/ui/session/use-draft.ts'
import { toast } from '#client/ui/Toast.tsx'
import { characterCount, objectionLength, objectionTextProblem } from '#domain/objection.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'

interface TextFormProps {
  readonly kind: 'objection' | 'reply'
  /** Under which name what is being typed is kept. */
  readonly draftKey: string
  readonly label: string
  readonly hint: string
  readonly submitLabel: string
  readonly doneText: string
  readonly send: (content: string) => Parameters<typeof reported>[0]
}

/** The text of an objection or a reply: counted as it is typed, refused in the catalogue's words, kept until it stands. */
export function TextForm({ kind, draftKey, label, hint, submitLabel, doneText, send }: TextFormProps) {
  const { t } = useTranslation('objections')
  const language = usePreferences((preferences) => preferences.language)
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
    setBusy(true)
    const stands = await reported(send(content.trim()))
    setBusy(false)
    if (!stands) return
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
          error={
            shown ? messageFor(language, { code: `${kind}-${problem ?? 'missing'}`, params }) : undefined
          }
        >
          <Textarea
            value={content}
            rows={4}
            onChange={(event) => change('content', event.currentTarget.value)}
            onBlur={() => setChecked(content !== '')}
          />
        </Field>
        <Button type="submit" alignSelf="flex-start" loading={busy}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}
