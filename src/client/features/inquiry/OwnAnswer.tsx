import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ObjectionTextForm } from '#client/session/ObjectionTextForm.tsx'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useByServerClock, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import type { InquiryState } from '#domain/inquiry/inquiry-state.ts'
import { windowOpen } from '#domain/session/window.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { takesPart } from '#domain/submission/bids.ts'

interface OwnAnswerProps {
  readonly own: BidderState
  readonly inquiry: InquiryState
}

/** A bidder's own answer (INQ-4), or what became of it. */
export function OwnAnswer({ own, inquiry }: OwnAnswerProps) {
  const { t } = useTranslation('inquiry')
  const asked = useSession(({ state }) => takesPart(state, own))
  const inTime = useByServerClock((now) => windowOpen(inquiry, now))
  const answer = inquiry.answers[own.code]
  if (!asked) return <Notice tone="info">{t('notAsked')}</Notice>
  if (!answer) return inTime ? <Question /> : <Notice tone="warning">{t('missed')}</Notice>
  if (!answer.objects) return <Notice tone="done">{t('saidNo')}</Notice>
  return answer.reply ? (
    <Notice tone="done">{t('repliedToYou')}</Notice>
  ) : (
    <Notice tone="info">{t('saidYes')}</Notice>
  )
}

function Question() {
  const { t } = useTranslation('inquiry')
  const send = useSend()
  const [objects, setObjects] = useState(false)
  if (objects) return <ObjectionForm onBack={() => setObjects(false)} />
  return (
    <Stack gap="3">
      <Text fontWeight="semibold" textStyle="lg">
        {t('question')}
      </Text>
      <Text color="fg.muted">{t('questionHint')}</Text>
      <Flex gap="3" wrap="wrap">
        <OfficialActButton
          label={t('no')}
          onConfirm={() =>
            toastIfRefused(send('AnswerInquiry', { objects: false, text: '' }), { failed: t('failed') })
          }
        >
          {t('noBody')}
        </OfficialActButton>
        <Button variant="outline" onClick={() => setObjects(true)}>
          {t('yes')}
        </Button>
      </Flex>
    </Stack>
  )
}

function ObjectionForm({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('inquiry')
  const send = useSend()
  const session = useSessionId()
  const envelope = useSession(({ state }) => state.stage.number)
  return (
    <Stack gap="3">
      <Text fontWeight="semibold" textStyle="lg">
        {t('question')}
      </Text>
      <ObjectionTextForm
        kind="objection"
        draftKey={`inquiry.${session}.${envelope}`}
        label={t('text')}
        hint={t('textHint')}
        submitLabel={t('submit')}
        doneText={t('raised')}
        failedText={t('failed')}
        send={(text) => send('AnswerInquiry', { objects: true, text })}
      />
      <Button variant="ghost" alignSelf="flex-start" onClick={onBack}>
        {t('back')}
      </Button>
    </Stack>
  )
}
