import { Text, Textarea } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useSend, useSession } from '#client/store/session-provider.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { markNoteLength, mayBeMarked } from '#domain/decryption/mark.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'

/** Marks an opened bid invalid, with the reason, or takes the mark back (DEC-16). */
export function MarkBid({ bidder }: { bidder: BidderState }) {
  const { t } = useTranslation('steps')
  const markable = useSession(({ state }) => mayBeMarked(state, bidder))
  const [open, setOpen] = useState(false)
  // A table has a button in each of a thousand rows: the dialog is made for the one that is pressed.
  const [isMade, setIsMade] = useState(false)
  if (!markable) return null
  return (
    <>
      <ActButton
        size="xs"
        variant="outline"
        onClick={() => {
          setIsMade(true)
          setOpen(true)
        }}
      >
        {t(bidder.invalid === null ? 'opening.markInvalid' : 'opening.unmark')}
      </ActButton>
      {isMade && <MarkDialog bidder={bidder} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}

interface MarkDialogProps {
  readonly bidder: BidderState
  readonly open: boolean
  readonly onClose: () => void
}

function MarkDialog({ bidder, open, onClose }: MarkDialogProps) {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const send = useSend()
  const schema = useMemo(
    () =>
      z.object({
        note: z
          .string()
          .trim()
          .min(1, say({ code: 'note-missing' })),
      }),
    [say],
  )
  // Not checked on blur: the message would move the buttons under the pointer.
  const form = useForm({ resolver: zodResolver(schema), mode: 'onSubmit', defaultValues: { note: '' } })
  useTranslatedErrors(form)
  const { register, handleSubmit, reset, formState } = form
  useEffect(() => {
    if (open) reset()
  }, [open, reset])
  const invalid = bidder.invalid === null

  function setMark(note: string) {
    return toastIfRefused(send('MarkBid', { bidderCode: bidder.code, invalid, note }), {
      failed: t('common:operationFailed'),
    })
  }

  async function confirm(): Promise<boolean> {
    if (!invalid) return setMark('')
    let done = false
    await handleSubmit(async ({ note }) => {
      done = await setMark(note)
    })()
    return done
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t(invalid ? 'opening.markTitle' : 'opening.unmarkTitle')}
      official={false}
      onConfirm={confirm}
    >
      <Text mb="3">{t(invalid ? 'opening.markBody' : 'opening.unmarkBody', { name: bidder.name })}</Text>
      {invalid && (
        <Field label={t('opening.note')} error={formState.errors.note?.message} required>
          <Textarea maxLength={markNoteLength} rows={3} {...register('note')} />
        </Field>
      )}
    </ConfirmDialog>
  )
}
