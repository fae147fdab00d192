import { Button, Textarea } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '#client/store/session-provider.tsx'
import { Field } from '#client/ui/Field.tsx'

/** A line of the opener's own for the progress log; what was typed survives a refusal. */
export function MessageForm() {
  const { t } = useTranslation('shell')
  const send = useSend()
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function post(event: FormEvent) {
    event.preventDefault()
    if (message.trim() === '') return setProblem(t('logMessageMissing'))
    setBusy(true)
    const result = await send('PostMessage', { message: message.trim() })
    setBusy(false)
    setProblem(result.ok ? null : result.error.message)
    if (result.ok) setMessage('')
  }

  return (
    <form onSubmit={post} noValidate>
      <Field label={t('logMessage')} limit={t('logMessageLimit')} error={problem}>
        <Textarea
          rows={2}
          maxLength={500}
          value={message}
          onChange={(event) => {
            setMessage(event.currentTarget.value)
            setProblem(null)
          }}
        />
      </Field>
      <Button type="submit" size="sm" variant="outline" mt="2" loading={busy}>
        {t('logPost')}
      </Button>
    </form>
  )
}
