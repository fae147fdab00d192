import { Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useRole, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { isRecordFixed } from '#domain/ending/record-fixed.ts'
import { ReplyForm } from './ReplyForm.tsx'
import { StatementCard } from './StatementCard.tsx'
import type { toastIfRefused } from './toast-if-refused.ts'

interface StatementProps {
  /** The bidder's. */
  readonly name: string
  readonly said: {
    readonly text: string
    readonly at: string
    readonly reply: { readonly content: string; readonly at: string } | null
  }
  /** Of an envelope whose opening has ended: nobody replies any more. */
  readonly isOver: boolean
  /** Names the button that opens the form of the reply. */
  readonly replyLabel: string
  /** Part of the name of the reply's draft. */
  readonly draft: string
  readonly send: (content: string) => Parameters<typeof toastIfRefused>[0]
}

/** What a bidder says against their announced row or the opening, with the reply; the opener replies here. */
export function Statement({ name, said: { text, at, reply }, isOver, ...form }: StatementProps) {
  const { t } = useTranslation('inquiry')
  const isOpener = useRole() === 'opener'
  const fixed = useSession(({ state }) => isRecordFixed(state))
  return (
    <StatementCard
      {...{ name, at, text }}
      status={!reply && !isOver && <StatusBadge tone="waiting">{t('waiting')}</StatusBadge>}
    >
      {reply && (
        <Stack gap="2" mt="3" ps="4" borderInlineStartWidth="3px">
          <Text textStyle="sm" color="fg.muted">
            {t('replyOfOpener')} · <Timestamp at={reply.at} />
          </Text>
          <Text whiteSpace="pre-line" overflowWrap="anywhere">
            {reply.content}
          </Text>
        </Stack>
      )}
      {!reply && isOpener && !fixed && !isOver && <Replying {...form} />}
    </StatementCard>
  )
}

function Replying({ replyLabel, draft, send }: Pick<StatementProps, 'replyLabel' | 'draft' | 'send'>) {
  const { t } = useTranslation('inquiry')
  const session = useSessionId()
  const envelope = useSession(({ state }) => state.stage.number)
  return (
    <ReplyForm
      open={{ text: t('reply'), label: replyLabel }}
      draftKey={`${draft}.${session}.${envelope}`}
      label={t('replyContent')}
      hint={t('replyHint')}
      submitLabel={t('submitReply')}
      doneText={t('replied')}
      failedText={t('replyFailed')}
      send={send}
    />
  )
}
