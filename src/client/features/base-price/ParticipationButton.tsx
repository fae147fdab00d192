import { Button, Text, Textarea } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useSend } from '#client/store/session-provider.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { participationReasonLength } from '#domain/base-price/reason-length.ts'
import type { BasePriceRow } from './base-price-of.ts'

/** Leaves a bid out of the base price or lets it take part, with the reason (BAS-2); nothing for one that never can. */
export function ParticipationButton({ row: { bid, bidderCode, bidderName } }: { row: BasePriceRow }) {
  const { t } = useTranslation('base-price')
  const send = useSend()
  const [open, setOpen] = useState(false)
  const { register, reset, error, submit } = useReason()
  const takesPart = !bid.takesPart
  if (bid.why === 'invalid' || bid.why === 'not-opened' || bid.why === 'no-price') return null

  const confirm = () =>
    submit((reason) =>
      toastIfRefused(send('SetBasePriceParticipation', { bidderCode, takesPart, reason }), {
        failed: t('common:operationFailed'),
      }),
    )

  return (
    <>
      <Button
        size="xs"
        variant="outline"
        aria-label={`${t(takesPart ? 'joinBid' : 'leaveBid')} ${bidderName}`}
        onClick={() => {
          reset()
          setOpen(true)
        }}
      >
        {t(takesPart ? 'joinBid' : 'leaveBid')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(takesPart ? 'joinTitle' : 'leaveTitle')}
        official={false}
        onConfirm={confirm}
      >
        <Text mb="3">{t(takesPart ? 'joinBody' : 'leaveBody', { name: bidderName })}</Text>
        <Field
          label={t('reason')}
          limit={t('reasonLimit', { maximum: participationReasonLength })}
          error={error}
          required
        >
          <Textarea maxLength={participationReasonLength} rows={3} {...register('reason')} />
        </Field>
      </ConfirmDialog>
    </>
  )
}

/** The form for the reason. */
function useReason() {
  const say = useMessage()
  const schema = useMemo(
    () =>
      z.object({
        reason: z
          .string()
          .trim()
          .min(1, say({ code: 'base-price-reason-missing' })),
      }),
    [say],
  )
  // Not checked on blur: the message would move the buttons under the pointer.
  const form = useForm({ resolver: zodResolver(schema), mode: 'onSubmit', defaultValues: { reason: '' } })
  useTranslatedErrors(form)
  const { register, handleSubmit, reset, formState } = form
  return {
    ...{ register, reset },
    error: formState.errors.reason?.message,
    /** Resolves to what `act` says, and to false while there is no reason. */
    async submit(act: (reason: string) => Promise<boolean>): Promise<boolean> {
      let done = false
      await handleSubmit(async ({ reason }) => {
        done = await act(reason)
      })()
      return done
    },
  }
}
