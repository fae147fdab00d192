import { Box, Button, Flex, Input, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useSend, useSession } from '#client/store/session-provider.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { type RowCheck, readingTextLength } from '#domain/announcement/announcement-state.ts'
import { isRowPublic } from '#domain/announcement/reading.ts'
import { takesPart } from '#domain/submission/bids.ts'

/** A bidder marks their own announced row as right, or says what they dispute (ANN-13). */
export function OwnRow() {
  const { t } = useTranslation('reading')
  const own = useOwnBidder()
  const begun = useSession(({ state }) => state.announcement !== null)
  const joins = useSession(({ state }) => own !== null && takesPart(state, own))
  const isPublic = useSession(({ state }) => own !== null && isRowPublic(state, own))
  const locked = useSession(({ state }) => state.confirmation !== null)
  if (!own || !begun || !joins) return null
  if (locked && !own.rowCheck) return null
  return (
    <Panel title={t('own')}>
      <Stack gap="3">
        {own.rowCheck && <Said check={own.rowCheck} />}
        {!locked && !isPublic && <Text color="fg.muted">{t('ownWait')}</Text>}
        {!locked && isPublic && <Answer />}
      </Stack>
    </Panel>
  )
}

function Said({ check: { answer, text } }: { check: RowCheck }) {
  const { t } = useTranslation('reading')
  return answer === 'right' ? (
    <Notice tone="done">{t('ownSaidRight')}</Notice>
  ) : (
    <Notice tone="info">{t('ownSaidDisputed', { text })}</Notice>
  )
}

function Answer() {
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

  function answer(answer: RowCheck['answer'], text: string) {
    return toastIfRefused(send('CheckRow', { answer, text }), { failed: t('common:operationFailed') })
  }

  async function right() {
    if (await answer('right', '')) reset()
  }

  return (
    <>
      <Text color="fg.muted">{t('ownAsk')}</Text>
      <Flex gap="3" wrap="wrap" align="flex-end">
        <Button onClick={right}>{t('ownRight')}</Button>
        <Box flex="1 1 14rem" maxW="36rem">
          <Field label={t('ownDisputeText')} error={formState.errors.text?.message}>
            <Input maxLength={readingTextLength} {...register('text')} />
          </Field>
        </Box>
        <Button
          variant="outline"
          onClick={handleSubmit(async ({ text }) => {
            if (await answer('disputed', text)) reset()
          })}
        >
          {t('ownDispute')}
        </Button>
      </Flex>
    </>
  )
}
