import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ObjectionTextForm } from '#client/session/ObjectionTextForm.tsx'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useByServerClock, useSend, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { StickyAct } from '#client/ui/StickyAct.tsx'
import { useFocusWhenDone } from '#client/ui/use-focus-when-done.ts'
import type { InquiryState } from '#domain/inquiry/inquiry-state.ts'
import { flow } from '#domain/session/flow.ts'
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
  const saidInBar = useSession(({ state }) => inquiry.closed && state.flow < flow.end && state.lot === 'open')
  const answer = inquiry.answers[own.code]
  const { notice, acted } = useFocusWhenDone(answer !== undefined)
  if (!asked) return <Notice tone="info">{t('notAsked')}</Notice>
  if (!answer && inTime) return <Question onAnswered={acted} />
  if (!answer) return saidInBar ? null : <Notice tone="warning">{t('missed')}</Notice>
  if (!answer.objects)
    return (
      <Notice tone="done" focusRef={notice}>
        {t('saidNo')}
      </Notice>
    )
  return answer.reply ? (
    <Notice tone="done">{t('repliedToYou')}</Notice>
  ) : (
    <Notice tone="info" focusRef={notice}>
      {t('saidYes')}
    </Notice>
  )
}

function Question({ onAnswered }: { onAnswered: () => void }) {
  const { t } = useTranslation('inquiry')
  const send = useSend()
  const [objects, setObjects] = useState(false)

  async function noObjection() {
    const sent = await toastIfRefused(send('AnswerInquiry', { objects: false, text: '' }), {
      failed: t('failed'),
    })
    if (sent) onAnswered()
    return sent
  }

  if (objects) return <ObjectionForm onBack={() => setObjects(false)} onAnswered={onAnswered} />
  return (
    <Stack gap="3">
      <Text fontWeight="semibold" textStyle="lg">
        {t('question')}
      </Text>
      <Text color="fg.muted">{t('questionHint')}</Text>
      {/* Two answers of equal right: neither stands out, and on a phone both are in sight. */}
      <StickyAct>
        <Flex gap="3" wrap="wrap" css={{ '& > button': { flex: { base: '1 1 auto', md: 'none' } } }}>
          <OfficialActButton isNext={false} label={t('no')} onConfirm={noObjection}>
            {t('noBody')}
          </OfficialActButton>
          <ActButton variant="outline" onClick={() => setObjects(true)}>
            {t('yes')}
          </ActButton>
        </Flex>
      </StickyAct>
    </Stack>
  )
}

interface ObjectionFormProps {
  readonly onBack: () => void
  readonly onAnswered: () => void
}

function ObjectionForm({ onBack, onAnswered }: ObjectionFormProps) {
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
        send={async (text) => {
          const sent = await send('AnswerInquiry', { objects: true, text })
          if (sent.ok) onAnswered()
          return sent
        }}
        beside={
          <Button type="button" variant="outline" onClick={onBack}>
            {t('back')}
          </Button>
        }
      />
    </Stack>
  )
}
