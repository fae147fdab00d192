import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReplyForm } from '#client/session/ReplyForm.tsx'
import { StatementCard } from '#client/session/StatementCard.tsx'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useRole, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import type { ObjectionState } from '#domain/objections/objection.ts'
import { AttachedFile } from './AttachedFile.tsx'
import { useAreObjectionsOpen } from './objection-status.ts'

/** One objection with its reply, or the reply form. */
export function ObjectionItem({ objection }: { objection: ObjectionState }) {
  const role = useRole()
  const name = useSession(({ state }) => state.bidders[objection.bidderCode]?.name ?? objection.bidderCode)
  const isOpen = useAreObjectionsOpen()
  const { reply } = objection
  return (
    <StatementCard
      {...{ name, at: objection.at, text: objection.content }}
      status={<ObjectionStatus objection={objection} isOpen={isOpen} />}
    >
      {objection.attachment && (
        <Box mt="3">
          <AttachedFile file={objection.attachment} />
        </Box>
      )}
      {reply && <Reply objection={objection} reply={reply} />}
      {!reply && role === 'opener' && isOpen && <Replying objection={objection} name={name} />}
    </StatementCard>
  )
}

function ObjectionStatus({ objection, isOpen }: { objection: ObjectionState; isOpen: boolean }) {
  const { t } = useTranslation('objections')
  const role = useRole()
  if (!objection.reply) {
    return <StatusBadge tone="waiting">{t(isOpen ? 'waiting' : 'neverReplied')}</StatusBadge>
  }
  if (objection.read)
    return <StatusBadge tone="done">{t(role === 'bidder' ? 'answered' : 'read')}</StatusBadge>
  return <StatusBadge tone="info">{t(role === 'bidder' ? 'unread' : 'answered')}</StatusBadge>
}

interface ReplyProps {
  readonly objection: ObjectionState
  readonly reply: NonNullable<ObjectionState['reply']>
}

function Reply({ objection, reply }: ReplyProps) {
  const { t } = useTranslation('objections')
  const unread = useRole() === 'bidder' && !objection.read
  const send = useSend()
  const [busy, setBusy] = useState(false)

  async function markRead() {
    setBusy(true)
    await toastIfRefused(send('MarkObjectionRead', { objectionId: objection.id }))
    setBusy(false)
  }

  return (
    <Stack gap="2" mt="3" ps="4" borderInlineStartWidth="3px">
      <Text textStyle="sm" color="fg.muted">
        {t('replyOfOpener')} · <Timestamp at={reply.at} />
      </Text>
      <Text whiteSpace="pre-line" overflowWrap="anywhere">
        {reply.content}
      </Text>
      {unread && (
        <Button size="sm" variant="outline" alignSelf="flex-start" loading={busy} onClick={markRead}>
          {t('markRead')}
        </Button>
      )}
    </Stack>
  )
}

function Replying({ objection, name }: { objection: ObjectionState; name: string }) {
  const { t } = useTranslation('objections')
  const send = useSend()
  const sessionId = useSessionId()
  return (
    <ReplyForm
      open={{ text: t('reply'), label: t('replyTo', { name }) }}
      draftKey={`reply.${sessionId}.${objection.id}`}
      label={t('replyContent')}
      hint={t('replyHint')}
      submitLabel={t('submitReply')}
      doneText={t('replied')}
      failedText={t('replyFailed')}
      send={(content) => send('ReplyObjection', { objectionId: objection.id, content })}
    />
  )
}
