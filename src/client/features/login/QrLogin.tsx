import { Box, Button, Center, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useServerClock } from '#client/store/use-server-clock.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { CheckIcon, RefreshIcon } from '#client/ui/icons.tsx'
import { epochOf } from '#lib/time.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { type LoginQr, useLoginQr } from './use-login-qr.ts'

interface QrLoginProps {
  readonly role: PersonRole
  /** Resolves with why the confirmed code was refused; null once logged in. */
  readonly onConfirmed: (qr: LoginQr) => Promise<string | null>
}

/** Login by QR code (ACC-6, ACC-7): shows the code, polls its status, and replaces it when it expires. */
export function QrLogin({ role, onConfirmed }: QrLoginProps) {
  const { t } = useTranslation('login')
  const { state, problem, refresh } = useLoginQr(role, async (qr) => {
    const refused = await onConfirmed(qr)
    if (refused !== null) refresh(refused)
  })
  if (state.kind === 'failed') {
    return <ErrorState title={state.message} meaning="" action="" onRetry={() => refresh()} />
  }
  return (
    <Stack align="center" gap="3" textAlign="center">
      {state.kind === 'loading' ? (
        <Skeleton boxSize="56" aria-label={t('common:loading')} role="status" />
      ) : (
        <Box position="relative" boxSize="56" rounded="md" overflow="hidden" bg="white">
          <img
            src={`data:image/svg+xml;base64,${state.qr.QRImageBsae64}`}
            alt={t('qrPicture')}
            width="100%"
            height="100%"
          />
          {state.kind !== 'shown' && <ScannedOverlay confirmed={state.kind === 'confirmed'} />}
        </Box>
      )}
      <Box role="status" minH="1.6em">
        {state.kind === 'shown' && <Text>{t('qrHint')}</Text>}
        {state.kind === 'scanned' && <Text fontWeight="medium">{t('qrScanned')}</Text>}
        {state.kind === 'confirmed' && <Text fontWeight="medium">{t('qrConfirmed')}</Text>}
      </Box>
      {state.kind === 'shown' && <Remaining until={state.qr.QRExpireTime} />}
      <Text role="alert" color="fg.error">
        {problem}
      </Text>
      <Button variant="outline" size="sm" disabled={state.kind === 'confirmed'} onClick={() => refresh()}>
        <RefreshIcon />
        {t('qrRefresh')}
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
  const { t } = useTranslation('login')
  const now = useServerClock()
  if (now === null) return null
  const seconds = Math.max(0, Math.ceil((epochOf(until) - now) / 1000))
  return (
    <Text textStyle="sm" color="fg.muted">
      {t('qrRemaining', { seconds })}
    </Text>
  )
}
