import { useEffect, useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

/** Checks fields with an error again after a switch of language: their messages are stored in the old one. */
export function useTranslatedErrors<Typed extends FieldValues>({
  formState,
  trigger,
}: Pick<UseFormReturn<Typed>, 'formState' | 'trigger'>): void {
  const { t } = useTranslation()
  const { errors } = formState
  const checkedWith = useRef(t)
  useEffect(() => {
    if (checkedWith.current === t) return
    checkedWith.current = t
    const fields = fieldsRefusedBySchema(errors)
    if (fields.length > 0) void trigger(fields as Path<Typed>[])
  }, [errors, t, trigger])
}

/** The paths of these fields. An error of `setError`, such as the server's, has no `type`; no check can repeat it. */
function fieldsRefusedBySchema(errors: object): string[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (!error) return []
    if (typeof error.message === 'string') return error.type ? [name] : []
    return fieldsRefusedBySchema(error).map((inner) => `${name}.${inner}`)
  })
}
