import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { showHaltingDialog } from '#client/session/halting-dialog.ts'
import { useHaltingActs } from '#client/session/use-halting-acts.ts'
import { useSession } from '#client/store/session-provider.tsx'
import { WarningIcon } from '#client/ui/icons.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { currentInterruption } from '#domain/halting/interruption.ts'
import { haltOf } from '#domain/session/lot.ts'
import { FailureReport } from './FailureReport.tsx'

/**
 * Shows that the lot is paused, stopped or failed, and why: what the step waits for will not happen meanwhile (HLT-9).
 * Who has paused it can let it go on from here, and everybody saves the report of a failure.
 */
export function LotBanner() {
  const say = useMessage()
  const halt = useSession(({ state }) => haltOf(state.lot))
  return (
    // Always mounted: a live region inserted together with its text is not read out.
    <Box role="status" data-no-print>
      {halt && (
        <Box bg="bg.warning" color="fg.warning" borderBottomWidth="1px">
          <Flex maxW="120rem" mx="auto" px={{ base: '4', md: '6' }} py="2" align="center" gap="2" wrap="wrap">
            <WarningIcon />
            <Box flex="1 1 14rem" minW="0">
              <Text>{say({ code: halt })}</Text>
              <Reason />
            </Box>
            <Resume />
            <FailureReport />
          </Flex>
        </Box>
      )}
    </Box>
  )
}

function Reason() {
  const { t } = useTranslation('halting')
  const reason = useSession(({ state }) => currentInterruption(state)?.reason ?? '')
  const recorder = useSession(({ state }) => currentInterruption(state)?.recorder ?? '')
  const decision = useSession(({ state }) => currentInterruption(state)?.failure?.decision ?? null)
  if (reason === '') return null
  return (
    <Flex columnGap="4" wrap="wrap" textStyle="sm" overflowWrap="anywhere">
      <Text>{t('reasonIs', { reason })}</Text>{' '}
      {recorder !== '' && <Text>{t('recordedBy', { name: recorder })}</Text>}{' '}
      {decision && <Text>{t('approved', { reason: decision.reason })}</Text>}
    </Flex>
  )
}

function Resume() {
  const { t } = useTranslation('halting')
  if (!useHaltingActs().includes('resume')) return null
  return (
    <Button size="sm" onClick={() => showHaltingDialog('resume')}>
      {t('act.resume')}
    </Button>
  )
}
