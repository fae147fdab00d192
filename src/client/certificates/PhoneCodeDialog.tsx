import { Box, Button, Center, Skeleton, Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useLocalClock } from '#client/store/use-local-clock.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { CheckIcon, RefreshIcon } from '#client/ui/icons.tsx'
import { epochOf } from '#lib/time.ts'
import { type PhoneCode, phoneCode } from './phone-certificate.ts'

/** The code that the bidder scans with their phone, above the screen that asked for it (ACC-7, CER-2). */
export function PhoneCodeDialog() {
  const shown = useStore(phoneCode, (state) => state.shown)
  return shown && <Code {...shown} />
}

function Code({ act, code, scanned, problem, cancel, renew }: PhoneCode) {
  const { t } = useTranslation('steps')
  return (
    <Dialog
      open
      onClose={cancel}
      title={t(`phone.title.${act}`)}
      footer={
        <>
          <Button variant="outline" onClick={renew}>
            <RefreshIcon />
            {t('phone.renew')}
          </Button>
          <Button variant="ghost" onClick={cancel}>
            {t('common:cancel')}
          </Button>
        </>
      }
    >
      <Stack align="center" gap="3" textAlign="center">
        <Box position="relative" boxSize="60" rounded="md" overflow="hidden" bg="white">
          {code ? (
            <img
              src={`data:image/svg+xml;base64,${code.picture}`}
              alt={t('phone.picture')}
              width="100%"
              height="100%"
            />
          ) : (
            <Skeleton boxSize="full" aria-label={t('common:loading')} role="status" />
          )}
          {scanned && (
            <Center position="absolute" inset="0" bg="bg.panel/90">
              <CheckIcon boxSize="16" color="fg.success" />
            </Center>
          )}
        </Box>
        <Text role="status" textWrap="balance" minH="1.6em" fontWeight={scanned ? 'medium' : undefined}>
          {code && t(scanned ? 'phone.scanned' : `phone.hint.${act}`)}
        </Text>
        {code && !scanned && <Remaining until={code.expiresAt} />}
        <Box role="alert" minH="1.6em">
          {problem && (
            <>
              <Text color="fg.error">{t(`phone.problem.${problem}`)}</Text>
              <Text textStyle="sm" textWrap="balance">
                {t(`phone.then.${problem}`)}
              </Text>
            </>
          )}
        </Box>
      </Stack>
    </Dialog>
  )
}

/** The helper that made the code has this machine's clock. */
function Remaining({ until }: { until: string }) {
  const { t } = useTranslation()
  const seconds = Math.max(0, Math.ceil((epochOf(until) - useLocalClock(true)) / 1000))
  return (
    <Text textStyle="sm" color="fg.muted">
      {t('qr.remaining', { seconds })}
    </Text>
  )
}
