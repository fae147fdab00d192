import { Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useRole, useSend, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { OfficialActButton } from '#client/ui/OfficialActButton.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { StickyAct } from '#client/ui/StickyAct.tsx'
import { isReadingDue } from '#domain/announcement/reading.ts'
import { askedBidders, startInquiryProblem } from '#domain/inquiry/inquiry.ts'
import type { InquiryState } from '#domain/inquiry/inquiry-state.ts'
import { AnswerTable } from './AnswerTable.tsx'
import { InquiryObjections } from './InquiryObjections.tsx'
import { OwnAnswer } from './OwnAnswer.tsx'

/** The objection inquiry: the opener orders it, bidders answer, everybody else follows it (INQ-1 to INQ-9). */
export function InquiryPanel() {
  const { t } = useTranslation('inquiry')
  const isOpener = useRole() === 'opener'
  const rules = useVariant().laterSteps
  const inquiry = useSession(({ state }) => state.inquiry)
  const mayStart = useSession(({ state }) => startInquiryProblem(state, rules) === null)
  if (!inquiry && !(isOpener && mayStart)) return null
  return <Panel title={t('title')}>{inquiry ? <Inquiry inquiry={inquiry} /> : <Start />}</Panel>
}

function Start() {
  const { t } = useTranslation('inquiry')
  const { minutes } = useVariant().laterSteps.objectionInquiry
  const reads = useSession(({ state }) => isReadingDue(state))
  const send = useSend()
  return (
    <Stack gap="3">
      <Text color="fg.muted">{t('startHint', { minutes })}</Text>
      {reads && <Notice tone="info">{t('startWhileReading')}</Notice>}
      <StickyAct sticks={!reads}>
        <OfficialActButton
          label={t('start')}
          whom={t('everybody')}
          isNext={!reads}
          onConfirm={() => toastIfRefused(send('StartInquiry', {}), { failed: t('failed') })}
        >
          {t('startBody', { minutes })}
        </OfficialActButton>
      </StickyAct>
    </Stack>
  )
}

function Inquiry({ inquiry }: { inquiry: InquiryState }) {
  const isBidder = useRole() === 'bidder'
  const own = useOwnBidder()
  return (
    <Stack gap="4">
      {isBidder && own && <OwnAnswer own={own} inquiry={inquiry} />}
      {inquiry.outcome ? <Summary outcome={inquiry.outcome} /> : !isBidder && <HowFar />}
      {/* What the opener has to reply to comes before the answers, which may be many. */}
      <InquiryObjections currentOnly />
      {!isBidder && <AnswerTable />}
    </Stack>
  )
}

/** How it ended, in the numbers that everybody may see. */
function Summary({ outcome }: { outcome: NonNullable<InquiryState['outcome']> }) {
  const { t } = useTranslation('inquiry')
  const { cause, answered, objecting, silent } = outcome
  return (
    <Notice tone={objecting > 0 ? 'info' : 'done'}>
      {t(`summary_${cause}`, { answered, objecting, silent })}
    </Notice>
  )
}

/** How many have answered; only for those who see the answers. */
function HowFar() {
  const { t } = useTranslation('inquiry')
  const total = useSession(({ state }) => askedBidders(state).length)
  const done = useSession(({ state }) => askedBidders(state).filter(({ answer }) => answer).length)
  const isOver = useSession(({ state }) => state.inquiry?.closed === true)
  return <Progress label={t('answered')} {...{ done, total, isOver }} />
}
