import { Box, Input, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { type Ref, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { OwnFigures } from '#client/session/OwnFigures.tsx'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useOwnResult } from '#client/session/use-own-result.ts'
import { useSend, useSession } from '#client/store/session-provider.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { StickyAct } from '#client/ui/StickyAct.tsx'
import { useFocusWhenDone } from '#client/ui/use-focus-when-done.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { type RowCheck, readingTextLength } from '#domain/announcement/announcement-state.ts'
import { isRowPublic } from '#domain/announcement/reading.ts'
import { hasFailed, takesPart } from '#domain/submission/bids.ts'

/**
 * A bidder marks their own announced row as right, or says what they dispute (ANN-13). One whose bid was not opened has no
 * figures to call right: they read why, and may dispute it.
 */
export function OwnRow() {
  const { t } = useTranslation('reading')
  const own = useOwnBidder()
  const begun = useSession(({ state }) => state.announcement !== null)
  const joins = useSession(({ state }) => own !== null && takesPart(state, own))
  const isPublic = useSession(({ state }) => own !== null && isRowPublic(state, own))
  const locked = useSession(({ state }) => state.confirmation !== null)
  // The inquiry's answer has a deadline, the row's check has none.
  const asked = useSession(({ state }) => state.inquiry?.closed === false)
  const failed = useSession(({ state }) => own !== null && hasFailed(state, own))
  // The bar says the result, but while the lot is halted.
  const halted = useSession(({ state }) => state.lot !== 'open')
  const result = useOwnResult()
  const { notice, acted } = useFocusWhenDone(own?.rowCheck != null)
  if (!own || !begun || !joins) return null
  if (!own.rowCheck && (locked || !isPublic)) return null
  return (
    <Panel title={t(failed ? 'ownFailed' : own.rowCheck ? 'ownChecked' : 'own')} tour="own-row">
      <Stack gap="3">
        {failed && halted && <Notice tone="warning">{result}</Notice>}
        {isPublic && <OwnFigures own={own} />}
        {own.rowCheck && <Said check={own.rowCheck} focusRef={notice} />}
        {!locked && isPublic && (
          <Answer failed={failed} said={own.rowCheck?.answer ?? null} sticks={!asked} onAnswered={acted} />
        )}
      </Stack>
    </Panel>
  )
}

interface SaidProps {
  readonly check: RowCheck
  readonly focusRef: Ref<HTMLDivElement>
}

function Said({ check: { answer, text, reply }, focusRef }: SaidProps) {
  const { t } = useTranslation('reading')
  return answer === 'right' ? (
    <Notice tone="done" focusRef={focusRef}>
      {t('ownSaidRight')}
    </Notice>
  ) : (
    <Notice tone="info" focusRef={focusRef}>
      {t('ownSaidDisputed', { text })}
      {reply && <Text>{t('ownReplied', { content: reply.content })}</Text>}
    </Notice>
  )
}

interface AnswerProps {
  /** There is nothing to call right. */
  readonly failed: boolean
  /** What they have answered, which they may change. */
  readonly said: RowCheck['answer'] | null
  /** On a phone the button stays at the lower edge until they have answered. */
  readonly sticks: boolean
  readonly onAnswered: () => void
}

function Answer({ failed, said, sticks, onAnswered }: AnswerProps) {
  const { t } = useTranslation('reading')
  const say = useMessage()
  const send = useSend()
  const schema = useMemo(
    () =>
      z.object({
        text: z
          .string()
          .trim()
          .min(1, say({ code: 'dispute-missing' })),
      }),
    [say],
  )
  const form = useForm({ resolver: zodResolver(schema), mode: 'onSubmit', defaultValues: { text: '' } })
  useTranslatedErrors(form)
  const { register, handleSubmit, reset, formState } = form

  async function answer(answer: RowCheck['answer'], text: string) {
    const sent = await toastIfRefused(send('CheckRow', { answer, text }), {
      failed: t('common:operationFailed'),
    })
    if (!sent) return
    reset()
    onAnswered()
  }

  return (
    <>
      <Text color="fg.muted" textStyle="sm" data-no-print>
        {t(failed ? 'ownAskFailed' : said ? 'ownMayChange' : 'ownAsk')}
      </Text>
      {!failed && said !== 'right' && (
        <StickyAct sticks={sticks && !said}>
          <ActButton
            alignSelf="flex-start"
            variant={said ? 'outline' : 'solid'}
            onClick={() => void answer('right', '')}
          >
            {t('ownRight')}
          </ActButton>
        </StickyAct>
      )}
      <Box maxW="36rem">
        <Field
          label={t('ownDisputeText')}
          error={formState.errors.text?.message}
          action={
            <ActButton
              variant="outline"
              flexShrink={0}
              onClick={handleSubmit(({ text }) => answer('disputed', text))}
            >
              {t('ownDispute')}
            </ActButton>
          }
        >
          <Input maxLength={readingTextLength} {...register('text')} />
        </Field>
      </Box>
    </>
  )
}
