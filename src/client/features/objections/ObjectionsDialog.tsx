import { Heading, Stack } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { ObjectionTextForm } from '#client/session/ObjectionTextForm.tsx'
import { useRole, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { AttachmentField } from './AttachmentField.tsx'
import { ObjectionList } from './ObjectionList.tsx'
import { closedBecause } from './objection-status.ts'
import type { AttachmentDraft } from './use-attachment.ts'

interface ObjectionsDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly attachment: AttachmentDraft
}

/** Objections with their replies, newest first; bidders raise objections and openers reply (OBJ-1). */
export function ObjectionsDialog({ open, onClose, attachment }: ObjectionsDialogProps) {
  const { t } = useTranslation('objections')
  const say = useMessage()
  const isBidder = useRole() === 'bidder'
  const { objectionsUntil } = useVariant().rules
  const closing = useSession(({ state }) => closedBecause(state, objectionsUntil))
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} size="lg">
      <Stack gap="5">
        {closing?.by === 'refusal' && <Notice tone="info">{say({ code: closing.code })}</Notice>}
        {closing?.by === 'end' && <Notice tone="info">{t(closing.text)}</Notice>}
        {isBidder && !closing && <RaiseForm attachment={attachment} />}
        <ObjectionList />
      </Stack>
    </Dialog>
  )
}

function RaiseForm({ attachment }: { attachment: AttachmentDraft }) {
  const { t } = useTranslation('objections')
  const send = useSend()
  const sessionId = useSessionId()
  const { state, clear, cancel } = attachment
  const blocked = { uploading: t('stillUploading'), refused: t('stillRefused') }
  const isRefused = state.status === 'none' && state.problem !== null

  async function raise(content: string) {
    const attachmentId = state.status === 'attached' ? state.file.fileId : null
    const result = await send('RaiseObjection', { content, attachmentId })
    // When the server no longer has the file another one can be chosen; the text stays.
    if (result.ok || result.error.code === 'attachment-missing') clear()
    if (result.ok) cancel()
    return result
  }

  return (
    <Stack as="section" gap="2">
      <Heading as="h3" size="sm">
        {t('raise')}
      </Heading>
      <ObjectionTextForm
        kind="objection"
        draftKey={`objection.${sessionId}`}
        label={t('content')}
        hint={t('contentHint')}
        submitLabel={t('submit')}
        doneText={t('raised')}
        failedText={t('raiseFailed')}
        blocked={state.status === 'uploading' ? blocked.uploading : isRefused ? blocked.refused : null}
        send={raise}
      >
        <AttachmentField attachment={attachment} />
      </ObjectionTextForm>
    </Stack>
  )
}
