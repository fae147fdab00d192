import { Box, Flex, NativeSelect, Stack, Text } from '@chakra-ui/react'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CutShortDialog } from '#client/session/CutShortDialog.tsx'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useSend, useSession } from '#client/store/session-provider.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { ActsAllowed } from '#client/ui/acts-allowed.ts'
import { Field } from '#client/ui/Field.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { StickyAct } from '#client/ui/StickyAct.tsx'
import type { Reading } from '#domain/announcement/announcement-state.ts'
import { nextPosition, startProblem } from '#domain/announcement/reading.ts'
import { flow } from '#domain/session/flow.ts'

/** Seconds for each bid that the opener may choose; null: by hand. */
const paces = [null, 10, 15, 20, 30, 45, 60] as const

/** The opener leads the reading: starts it, reads on, repeats, pauses and ends it (ANN-8, ANN-10). */
export function ReadingControls() {
  const { t } = useTranslation('reading')
  const reading = useSession(({ state }) => state.announcement?.reading ?? null)
  const mayStart = useSession(({ state }) => startProblem(state) === null)
  const ahead = useSession(({ state }) => state.flow < flow.end)
  if (!ahead || (reading ? reading.endedAt !== null : !mayStart)) return null
  return (
    <Box data-no-print>
      <Panel title={t('panel')}>{reading ? <Running reading={reading} /> : <Start />}</Panel>
    </Box>
  )
}

function useAct() {
  const { t } = useTranslation()
  return (sent: ReturnType<ReturnType<typeof useSend>>) =>
    toastIfRefused(sent, { failed: t('operationFailed') })
}

function Start() {
  const { t } = useTranslation('reading')
  const send = useSend()
  const act = useAct()
  const [pace, setPace] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)

  async function start() {
    setBusy(true)
    await act(send('StartReading', { pace }))
    setBusy(false)
  }

  return (
    <Stack gap="3">
      <Text color="fg.muted">{t('notStartedOpener')}</Text>
      <Flex gap="3" wrap="wrap" align="flex-end">
        <PaceField pace={pace} onChange={setPace} />
        <StickyAct>
          <ActButton onClick={start} loading={busy}>
            {t('start')}
          </ActButton>
        </StickyAct>
      </Flex>
      <PaceHint pace={pace} />
    </Stack>
  )
}

function Running({ reading }: { reading: Reading }) {
  const { t } = useTranslation('reading')
  const send = useSend()
  const act = useAct()
  const next = useSession(({ state }) => nextPosition(state))
  const [asking, setAsking] = useState(false)
  const { paused, pace } = reading
  return (
    <Stack gap="4">
      <Flex gap="3" wrap="wrap" align="flex-end">
        <StickyAct>
          {next === null ? (
            <ActButton onClick={() => void act(send('FinishReading', {}))}>{t('finish')}</ActButton>
          ) : (
            <ActButton disabled={paused} onClick={() => void act(send('ReadNext', { position: next }))}>
              {t('next')}
            </ActButton>
          )}
        </StickyAct>
        <ActButton variant="outline" disabled={paused} onClick={() => void act(send('RepeatBid', {}))}>
          {t('repeat')}
        </ActButton>
        <ActButton
          variant={paused ? 'solid' : 'outline'}
          onClick={() => void act(send(paused ? 'ResumeReading' : 'PauseReading', {}))}
        >
          {t(paused ? 'resume' : 'pause')}
        </ActButton>
        <PaceField pace={pace} onChange={(chosen) => void act(send('SetReadingPace', { pace: chosen }))} />
        {next !== null && (
          <ActButton variant="ghost" onClick={() => setAsking(true)}>
            {t('cutShort')}
          </ActButton>
        )}
      </Flex>
      <PaceHint pace={pace} />
      <CutShortDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('cutShort')}
        onConfirm={(reason) => act(send('CutReadingShort', { reason }))}
      />
    </Stack>
  )
}

/** The clock cuts off no bid (ANN-10). */
function PaceHint({ pace }: { pace: number | null }) {
  const { t } = useTranslation('reading')
  return pace === null ? null : <Text color="fg.muted">{t('pace.hint')}</Text>
}

interface PaceFieldProps {
  readonly pace: number | null
  readonly onChange: (pace: number | null) => void
}

function PaceField({ pace, onChange }: PaceFieldProps) {
  const { t } = useTranslation('reading')
  const allowed = useContext(ActsAllowed)
  const choices = paces.some((choice) => choice === pace) ? paces : [...paces, pace]
  return (
    <Box w={{ base: 'full', sm: '16rem' }}>
      <Field label={t('pace')}>
        <NativeSelect.Root disabled={!allowed}>
          <NativeSelect.Field
            value={pace ?? ''}
            onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
          >
            {choices.map((choice) => (
              <option key={choice ?? 'hand'} value={choice ?? ''}>
                {choice === null ? t('pace.hand') : t('pace.seconds', { count: choice })}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </Field>
    </Box>
  )
}
