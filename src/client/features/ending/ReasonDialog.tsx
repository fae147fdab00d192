import { Text, Textarea } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { documentReasonLength } from '#domain/documents/document.ts'
import { messageFor } from '#protocol/messages/catalogue.ts'

interface ReasonDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly body: string
  readonly confirmLabel: string
  /** The message where no reason is given. */
  readonly missing: 'regeneration-reason-missing' | 'withdrawal-reason-missing'
  /** Does it for this reason; the dialog stays open where it resolves to false. */
  readonly onConfirm: (reason: string) => Promise<unknown>
}

/** Asks for the reason of an act on a document. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onClose, title, body, confirmLabel, missing, onConfirm } = props
  const { t, i18n } = useTranslation('steps')
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const language = i18n.language === 'en' ? 'en' : 'zh-CN'

  async function confirm() {
    const given = reason.trim()
    setIsMissing(given === '')
    if (given === '') return false
    const done = await onConfirm(given)
    if (done !== false) setReason('')
    return done
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={title}
      confirmLabel={confirmLabel}
      official={false}
      onConfirm={confirm}
    >
      <Text mb="3">{body}</Text>
      <Field
        label={t('ending.documents.reason')}
        limit={t('ending.documents.reasonLimit', { maximum: documentReasonLength })}
        error={isMissing ? messageFor(language, { code: missing }) : undefined}
        required
      >
        <Textarea
          rows={2}
          maxLength={documentReasonLength}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </ConfirmDialog>
  )
}
