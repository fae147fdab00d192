import { Box, Button, Center, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useServerClock } from '#client/store/use-server-clock.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { CheckIcon, RefreshIcon } from '#client/ui/icons.tsx'
import { useFailureMessage } from '#client/ui/use-message.ts'
import { useSentences } from '#client/ui/use-sentences.ts'
import { wrapsAtMarks } from '#client/ui/wraps-at-marks.ts'
import { epochOf } from '#lib/time.ts'
import type { QrProblem, QrState, ShownCode } from './use-qr-code.ts'

interface QrCodePanelProps {
  readonly code: {
    readonly state: QrState<ShownCode>
    readonly problem: QrProblem | null
    refresh(): void
  }
  /** The picture's description, and what is said while it is shown, scanned and confirmed. */
  readonly texts: Readonly<Record<'picture' | 'shown' | 'scanned' | 'confirmed', string>> & {
    /** That what the code gave was refused; left out where the reason is said elsewhere. */
    readonly refused?: string
  }
}

/** A QR code with its state, the time it has left, and the button that replaces it. */
export function QrCodePanel({ code: { state, problem, refresh }, texts }: QrCodePanelProps) {
  const { t } = useTranslation()
  const say = useFailureMessage()
  const sentences = useSentences()
  if (state.kind === 'failed') {
    const title = sentences(t('qr.loadFailed'), say(state.failure))
    return <ErrorState title={title} meaning={t('qr.failedMeaning')} action="" onRetry={refresh} />
  }

  /** In the language of the page, also after it was switched. */
  function inWords(why: QrProblem): string | undefined {
    if (why === 'expired') return t('qr.replaced')
    if (why === 'refused') return texts.refused
    return why.code.startsWith('qr-') ? say(why) : sentences(t('qr.statusFailed'), say(why))
  }

  return (
    <Stack align="center" gap="3" textAlign="center">
      {state.kind === 'loading' ? (
        <Skeleton boxSize="56" aria-label={t('loading')} role="status" />
      ) : (
        <Box position="relative" boxSize="56" rounded="md" overflow="hidden" bg="white">
          <img
            src={`data:image/svg+xml;base64,${state.qr.QRImageBsae64}`}
            alt={texts.picture}
            width="100%"
            height="100%"
          />
          {state.kind !== 'shown' && <ScannedOverlay confirmed={state.kind === 'confirmed'} />}
        </Box>
      )}
      <Box role="status" minH="1.6em">
        {state.kind === 'shown' && <Text {...wrapsAtMarks}>{texts.shown}</Text>}
        {state.kind === 'scanned' && <Text fontWeight="medium">{texts.scanned}</Text>}
        {state.kind === 'confirmed' && <Text fontWeight="medium">{texts.confirmed}</Text>}
      </Box>
      {state.kind === 'shown' && (
        <Text textStyle="sm" hideFrom="md" {...wrapsAtMarks}>
          {t('qr.onPhone')}
        </Text>
      )}
      {state.kind === 'shown' && <Remaining until={state.qr.QRExpireTime} />}
      <Text role="alert" color="fg.error">
        {problem && inWords(problem)}
      </Text>
      <Button variant="outline" size="sm" disabled={state.kind === 'confirmed'} onClick={refresh}>
        <RefreshIcon />
        {t('qr.refresh')}
      </Button>
    </Stack>
  )
}

/** Covers a scanned code, so that nobody else scans it. */
function ScannedOverlay({ confirmed }: { confirmed: boolean }) {
  return (
    <Center position="absolute" inset="0" bg="bg.panel/90">
      {confirmed ? <Spinner size="lg" /> : <CheckIcon boxSize="16" color="fg.success" />}
    </Center>
  )
}

function Remaining({ until }: { until: string }) {
  const { t } = useTranslation()
  const now = useServerClock()
  if (now === null) return null
  const seconds = Math.max(0, Math.ceil((epochOf(until) - now) / 1000))
  return (
    <Text textStyle="sm" color="fg.muted">
      {t('qr.remaining', { seconds })}
    </Text>
  )
}
