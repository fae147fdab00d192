import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useSend, useSession } from '#client/store/session-provider.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { isAboveCeiling } from '#domain/tender/ceiling.ts'
import type { Tender } from '#domain/tender/tender.ts'
import { controlPriceProblem } from '#domain/tender/tender-file.ts'
import { plainAmount } from '#domain/tender/typed-amount.ts'
import { changedFields } from './changed-fields.ts'

function createSchema(say: ReturnType<typeof useMessage>, isTooHigh: (price: string) => boolean) {
  return z
    .object({
      industry: z.number(),
      controlPrice: z
        .string()
        .trim()
        .superRefine((price, context) => {
          const code = controlPriceProblem(plainAmount(price))
          if (code) context.addIssue({ code: 'custom', message: say({ code }) })
        }),
      controlPriceRemark: z.string(),
      drawNote: z.string(),
      billOfQuantities: z.boolean(),
    })
    .superRefine(({ controlPrice, controlPriceRemark }, context) => {
      if (controlPriceRemark.trim() !== '' || !isTooHigh(controlPrice)) return
      const message = say({ code: 'control-price-above-ceiling' })
      context.addIssue({ code: 'custom', path: ['controlPriceRemark'], message })
    })
}

export type EditedParameters = z.infer<ReturnType<typeof createSchema>>

/** Whether a typed control price lies above the ceiling price. */
export function isTypedAbove(tender: Tender | null, typed: string): boolean {
  const price = plainAmount(typed)
  return tender !== null && price !== '' && !controlPriceProblem(price) && isAboveCeiling(tender, price)
}

/** The form of the evaluation parameters, as they stood when it was opened; sends only what was changed. */
export function useParametersForm(onSaved: () => void) {
  const { t } = useTranslation('preparation')
  const send = useSend()
  const say = useMessage()
  const tender = useSession(({ state }) => state.tender)
  const price = useSession(({ state }) => state.controlPrice)
  const [opened] = useState<EditedParameters>(() => ({
    industry: tender?.industry ?? 0,
    controlPrice: price?.price ?? '',
    controlPriceRemark: price?.remark ?? '',
    drawNote: tender?.drawNote ?? '',
    billOfQuantities: tender?.billOfQuantities ?? false,
  }))
  const schema = useMemo(() => createSchema(say, (typed) => isTypedAbove(tender, typed)), [say, tender])
  const form = useForm({ resolver: zodResolver(schema), mode: 'onTouched', defaultValues: opened })
  useTranslatedErrors(form)

  const submit = form.handleSubmit(async (typed) => {
    // Unchanged fields are not sent: an import may have changed them meanwhile.
    const changed = changedFields(opened, typed)
    const done = await toastIfRefused(send('SetEvaluationParameters', changed), {
      failed: t('common:changeFailed'),
    })
    if (!done) return
    toast.success(t('parameters.saved'))
    onSaved()
  })
  return { form, submit }
}
