import { Input, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useVariant } from '#client/store/variant.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useOnceOpened } from '#client/ui/use-once-opened.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { readingTextLength } from '#domain/announcement/announcement-state.ts'
import { DisputesNote } from './DisputesNote.tsx'

interface CutShortDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /** The act: ends the reading, or enters step 4 as well. */
  readonly title: string
  /** What else the opener should know before. */
  readonly children?: ReactNode
  /** Resolves to false when it was refused: the dialog stays open. */
  readonly onConfirm: (reason: string) => Promise<boolean>
}

/** Asks why the reading of the bids is ended early (ANN-12). */
export function CutShortDialog(props: CutShortDialogProps) {
  return useOnceOpened(props.open) ? <OpenedDialog {...props} /> : null
}

function OpenedDialog({ open, onClose, title, children, onConfirm }: CutShortDialogProps) {
  const { t } = useTranslation('reading')
  const say = useMessage()
  const rowsArePublic = useVariant().rules.announcementRows === 'at-once'
  const schema = useMemo(
    () =>
      z.object({
        reason: z
          .string()
          .trim()
          .min(1, say({ code: 'reading-reason-missing' })),
      }),
    [say],
  )
  const form = useForm({ resolver: zodResolver(schema), mode: 'onSubmit', defaultValues: { reason: '' } })
  useTranslatedErrors(form)
  const { register, handleSubmit, reset, formState } = form

  async function confirm(): Promise<boolean> {
    let done = false
    await handleSubmit(async ({ reason }) => {
      done = await onConfirm(reason)
    })()
    if (done) reset()
    return done
  }

  return (
    <ConfirmDialog open={open} onClose={onClose} title={title} whom={t('everybody')} onConfirm={confirm}>
      <Stack gap="3" mb="3">
        {children}
        <DisputesNote />
        <Text>{t(rowsArePublic ? 'cutShortBodyPublic' : 'cutShortBody')}</Text>
      </Stack>
      <Field
        label={t('reason')}
        limit={t('reasonLimit', { maximum: readingTextLength })}
        error={formState.errors.reason?.message}
        required
      >
        <Input maxLength={readingTextLength} {...register('reason')} />
      </Field>
    </ConfirmDialog>
  )
}
