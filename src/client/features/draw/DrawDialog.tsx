import { Box, Button, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useDrawNames } from '#client/session/use-draw-names.ts'
import { useRole, useSend, useServerNow, useSession } from '#client/store/session-provider.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import type { DrawPart, DrawState } from '#domain/draw/draw-state.ts'
import { shortestJoining } from '#domain/draw/phase-lengths.ts'
import { epochOf } from '#lib/time.ts'
import { drawnText } from '#protocol/messages/draw-texts.ts'
import { CandidateList } from './CandidateList.tsx'
import { Contributors } from './Contributors.tsx'
import { DrawVerification } from './DrawVerification.tsx'
import { Reel } from './Reel.tsx'

interface DrawDialogProps {
  readonly drawId: string
  /** Whether it closes some time after the draw has ended. */
  readonly closesByItself?: boolean
  readonly onClose: () => void
}

/** A running or finished draw: the wheels, the contributors, the result and its verification. */
export function DrawDialog({ drawId, closesByItself = false, onClose }: DrawDialogProps) {
  const { t } = useTranslation('draw')
  const { drawName } = useDrawNames()
  const draw = useSession(({ state }) => state.draws[drawId] ?? null)
  // A draw that was decided before the dialog opened is shown without animation.
  const [still] = useState(() => draw?.phase === 'decided')
  const content = useRef<HTMLDivElement>(null)
  if (!draw) return null
  const footer =
    draw.phase === 'joining' || draw.phase === 'revealing' ? (
      <StopButton draw={draw} onClose={onClose} />
    ) : (
      <>
        {closesByItself && (
          <Text textStyle="sm" color="fg.muted" me="auto">
            {t('closesByItself')}
          </Text>
        )}
        <Button variant="outline" onClick={onClose}>
          {t('close')}
        </Button>
      </>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      stays
      size="lg"
      title={t('drawing', { what: drawName(draw) })}
      footer={footer}
      // It may open by itself: nothing in it is marked as if it had been chosen.
      initialFocus={() => content.current}
    >
      <Stack ref={content} gap="4" tabIndex={-1} outline="none">
        <StatusLine draw={draw} />
        {draw.phase === 'joining' && <EndsByItself joinBy={draw.joinBy} />}
        <SimpleGrid columns={draw.parts.length} gap="4">
          {draw.parts.map((part, i) => (
            <Wheel
              key={part.parameter}
              part={part}
              index={draw.outcome?.results[i]?.index ?? null}
              still={still}
            />
          ))}
        </SimpleGrid>
        <VoidAttempts draw={draw} />
        <Contributors draw={draw} />
        {draw.outcome && <DrawVerification draw={draw} />}
        {draw.parts.map((part, i) => (
          <CandidateList
            key={part.parameter}
            part={part}
            index={draw.outcome?.results[i]?.index ?? null}
            titled={draw.parts.length > 1}
          />
        ))}
      </Stack>
    </Dialog>
  )
}

function Wheel({ part, index, still }: { part: DrawPart; index: number | null; still: boolean }) {
  const { t } = useTranslation('draw')
  return (
    <Box minW="0">
      <Reel
        candidates={part.candidates}
        index={index}
        still={still}
        textOf={(candidate) => drawnText(part.parameter, candidate)}
      />
      <Text mt="2" textAlign="center" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        {t('drawnBy', { name: part.drawer })}
      </Text>
    </Box>
  )
}

/** The current phase in words; announced by screen readers except for the end, which has a caption of its own. */
function StatusLine({ draw }: { draw: DrawState }) {
  const { t } = useTranslation('draw')
  const { resultText } = useDrawNames()
  const decided = draw.phase === 'decided'
  const captioned = decided || draw.phase === 'void'
  return (
    <Box role="status" aria-live={captioned ? 'off' : 'polite'}>
      {decided ? (
        <Heading as="h3" size="xl" textAlign="center">
          {t('result', { result: resultText(draw) })}
        </Heading>
      ) : (
        <Text textAlign="center">{t(`phase_${draw.phase}`)}</Text>
      )}
      {(draw.phase === 'joining' || draw.phase === 'revealing') && (
        <Text textAlign="center" textStyle="sm" color="fg.muted">
          {t(draw.phase === 'joining' ? 'phase_joiningWhat' : 'phase_revealingWhat')}
        </Text>
      )}
    </Box>
  )
}

/** When a draw that nobody stops ends by itself (DRW-13); not read out, since it changes every second. */
function EndsByItself({ joinBy }: { joinBy: string }) {
  const { t } = useTranslation('draw')
  const now = useServerNow(250)
  const seconds = Math.max(0, Math.ceil((epochOf(joinBy) - now) / 1000))
  return (
    <Text textAlign="center" fontVariantNumeric="tabular-nums" role="timer">
      {t('endsIn', { seconds })}
    </Text>
  )
}

/** Void attempts and their causes. */
function VoidAttempts({ draw }: { draw: DrawState }) {
  const { t } = useTranslation('draw')
  const bidders = useSession(({ state }) => state.bidders)
  return draw.voided.map(({ attempt, cause, withheld, who }) => {
    const names = who.map(({ role, bidderCode }) =>
      bidderCode === null ? t(`role_${role}`) : (bidders[bidderCode]?.name ?? bidderCode),
    )
    return (
      <Notice key={attempt} tone="warning">
        {cause === 'nobody'
          ? t('voidNobody')
          : t('voidWithheld', {
              attempt,
              who: names.length > 0 ? names.join(t('comma')) : t('parties', { count: withheld.length }),
            })}
      </Notice>
    )
  })
}

/** Stops the draw (DRW-14); enabled for the opener once contributors have had time to join. */
function StopButton({ draw, onClose }: { draw: DrawState; onClose: () => void }) {
  const { t } = useTranslation('draw')
  const isOpener = useRole() === 'opener'
  const send = useSend()
  const now = useServerNow(250)
  const [busy, setBusy] = useState(false)
  if (!isOpener) {
    return (
      <Button variant="outline" onClick={onClose}>
        {t('closeOnly')}
      </Button>
    )
  }
  const wait = Math.ceil((epochOf(draw.declaredAt) + shortestJoining - now) / 1000)
  const early = wait > 0 || Object.keys(draw.joined).length === 0

  async function stop() {
    setBusy(true)
    await toastIfRefused(send('StopDraw', { drawId: draw.id }))
    setBusy(false)
  }

  return (
    <Button
      colorPalette="seal"
      disabled={early || draw.phase === 'revealing'}
      loading={busy || draw.phase === 'revealing'}
      loadingText={t('saving')}
      onClick={stop}
    >
      {wait > 0 ? t('stopIn', { seconds: wait }) : t('stop')}
    </Button>
  )
}
