import { Button, Textarea } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend, useSessionId } from '#client/store/session-provider.tsx'
import { Field } from '#client/ui/Field.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { messageLength } from '#domain/session/message.ts'

const empty = { message: '' }

/** A line of the opener's own for the progress log; what was typed survives a refusal and a reload. */
export function MessageForm() {
  const { t } = useTranslation('shell')
  const send = useSend()
  const { draft, change, clear } = useDraft(`message.${useSessionId()}`, empty)
  const message = draft.message ?? ''
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function post(event: FormEvent) {
    event.preventDefault()
    if (message.trim() === '') return setProblem(t('logMessageMissing'))
    setBusy(true)
    const result = await send('PostMessage', { message: message.trim() })
    setBusy(false)
    setProblem(result.ok ? null : result.error.message)
    if (!result.ok) return
    change('message', '')
    clear()
  }

  return (
    <form onSubmit={post} noValidate>
      <Field
        label={t('logMessage')}
        limit={t('logMessageLimit', { maximum: messageLength })}
        error={problem}
        action={
          <Button type="submit" size="sm" variant="outline" alignSelf="flex-end" loading={busy}>
            {t('logPost')}
          </Button>
        }
      >
        {/* As high as what was typed: the room is the log's. */}
        <Textarea
          size="sm"
          rows={1}
          autoresize
          maxH="8rem"
          resize="none"
          maxLength={messageLength}
          value={message}
          onChange={(event) => {
            change('message', event.currentTarget.value)
            setProblem(null)
          }}
        />
      </Field>
    </form>
  )
}
