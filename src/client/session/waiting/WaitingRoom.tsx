import { Box, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useByServerClock, useSession } from '#client/store/session-provider.tsx'
import { LockIcon } from '#client/ui/icons.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { WholeTimes } from '#client/ui/WholeTimes.tsx'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { submittedAt } from '#domain/submission/bids.ts'
import { epochOf } from '#lib/time.ts'
import { useOwnBidder } from '../use-own-bidder.ts'
import { CertificateCheck } from './CertificateCheck.tsx'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import { LetterReminder } from './LetterReminder.tsx'
import { SoundCheck } from './SoundCheck.tsx'
import { hasActsToCome, waitingFor } from './waiting-for.ts'

/**
 * A bidder who waits: what follows once the others have acted, since when their bid is sealed, and three checks to run
 * meanwhile. Whom they wait for now is said by the bar.
 */
export function WaitingRoom() {
  const own = useOwnBidder()
  return own && <Room own={own} />
}

function Room({ own }: { own: BidderState }) {
  const { t } = useTranslation('waiting')
  const time = useTimeFormat()
  const opensAt = useSession(({ state }) => state.tender?.opensAt ?? null)
  const early = useByServerClock((now) => opensAt !== null && now < epochOf(opensAt))
  const what = useSession(({ state }) => waitingFor(state, own, early))
  const sealedAt = submittedAt(own)
  if (what === null) return null
  return (
    <Box data-no-print data-tour="waiting">
      <Panel title={t('title')}>
        <Stack gap="4">
          <Box>
            <Text>{t(`for.${what}`)}</Text>
            <Text mt="2" display="flex" alignItems="center" gap="2" textStyle="sm">
              <LockIcon flexShrink={0} />
              <span>
                <WholeTimes text={sealedAt ? t('sealedAt', { time: time.second(sealedAt) }) : t('noBid')} />
              </span>
            </Text>
            <LetterReminder bidderCode={own.code} />
          </Box>
          {hasActsToCome(what) && (
            <SimpleGrid
              as="section"
              aria-label={t('checks')}
              // Beside the progress log there is room for three from a wide laptop on.
              columns={{ base: 1, sm: 3, lg: 1, xl: 3 }}
              gap="3"
            >
              <CertificateCheck own={own} />
              <SoundCheck />
              <ConnectionCheck />
            </SimpleGrid>
          )}
        </Stack>
      </Panel>
    </Box>
  )
}
