import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import type { Result } from '#lib/result.ts'
import { typedMinutes } from './typed-minutes.ts'

interface MinutesFormOptions {
  readonly initial: string
  /** The domain's rule; a module's function or a memoized one. */
  readonly rule: (minutes: number | null) => Result<number, Rejection>
  readonly onType?: (typed: string) => void
}

/** A form with one field, a number of minutes, for a button that asks for confirmation before it sends them. */
export function useMinutesForm({ initial, rule, onType }: MinutesFormOptions) {
  const say = useMessage()
  const schema = useMemo(
    () =>
      z.object({
        minutes: z.string().superRefine((typed, context) => {
          const minutes = rule(typedMinutes(typed))
          if (!minutes.ok) context.addIssue(say(minutes.error))
        }),
      }),
    [rule, say],
  )
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { minutes: initial },
  })
  useTranslatedErrors(form)
  const { register, handleSubmit, watch, formState } = form
  const minutes = rule(typedMinutes(watch('minutes')))
  return {
    /** What the rule makes of the typed text. */
    minutes,
    field: {
      registered: register('minutes', { onChange: ({ target }) => onType?.(target.value) }),
      error: formState.errors.minutes?.message,
    },
    /** Whether the minutes may be sent; shows what is wrong with them from now on. */
    check(): boolean {
      void handleSubmit(() => undefined)()
      return minutes.ok
    },
  }
}
