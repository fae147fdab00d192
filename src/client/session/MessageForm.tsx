import { Button, Textarea } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useSend, useSessionId } from '#client/store/session-provider.tsx'
import { Field } from '#client/ui/Field.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { messageLength } from '#domain/messages/message.ts'

const empty = { message: '' }

interface MessageFormProps {
  readonly label: string
  /** Who will see the message, and how long it may be. */
  readonly limit: string
  readonly submitLabel: string
  /** Whom the opener answers: a bidder, or with null the supervisors. */
  readonly answers?: { readonly bidderCode: string | null }
}

/** Posts a message; the draft survives a refusal and a reload. */
export function MessageForm({ label, limit, submitLabel, answers }: MessageFormProps) {
  const say = useMessage()
  const send = useSend()
  const to = answers ? `.${answers.bidderCode ?? ''}` : ''
  const { draft, change, clear } = useDraft(`message.${useSessionId()}${to}`, empty)
  const schema = useMemo(
    () =>
      z.object({
        message: z
          .string()
          .trim()
          .min(1, say({ code: 'message-missing' })),
      }),
    [say],
  )
  const form = useForm({
    resolver: zodResolver(schema),
    // A message is optional: leaving the field empty is no error.
    mode: 'onSubmit',
    defaultValues: { message: draft.message ?? '' },
  })
  useTranslatedErrors(form)
  const { register, handleSubmit, setError, reset, formState } = form

  const post = handleSubmit(async ({ message }) => {
    const result = await send('PostMessage', { message, ...(answers ? { answers } : {}) })
    if (!result.ok) return setError('message', { message: result.error.message })
    reset(empty)
    clear()
  })

  return (
    <form onSubmit={post} noValidate>
      <Field
        label={label}
        limit={limit}
        error={formState.errors.message?.message}
        actionWraps
        action={
          <Button
            type="submit"
            size="sm"
            variant="outline"
            alignSelf="flex-end"
            ms="auto"
            loading={formState.isSubmitting}
          >
            {submitLabel}
          </Button>
        }
      >
        {/* Grows with its text, to leave room for what it is about. */}
        <Textarea
          size="sm"
          flex="1 1 12rem"
          w="auto"
          rows={1}
          autoresize
          maxH="8rem"
          resize="none"
          maxLength={messageLength}
          {...register('message', { onChange: (event) => change('message', event.target.value) })}
        />
      </Field>
    </form>
  )
}
