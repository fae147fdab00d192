import { Box, Text } from '@chakra-ui/react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { WarningIcon } from '#client/ui/icons.tsx'
import { wrapsAtMarks } from '#client/ui/wraps-at-marks.ts'
import { currentInterruption } from '#domain/halting/interruption.ts'
import type { LotStatus } from '#domain/session/lot.ts'
import { useFit } from './use-fit.ts'

/** That the lot is halted, large, and why: whatever was shown does not go on meanwhile (HLT-9). */
export function RoomHalt({ lot }: { readonly lot: Exclude<LotStatus, 'open'> }) {
  const { t } = useTranslation('halting')
  const reason = useSession(({ state }) => currentInterruption(state)?.reason ?? '')
  const part = useRef<HTMLDivElement>(null)
  useFit(part, `${lot} ${reason}`)
  return (
    <Box h="full" display="grid" alignContent="center" textAlign="center" data-room-halt={lot}>
      <Box ref={part}>
        <Text
          color="fg.warning"
          fontSize="calc(min(11vh, 8vw) * var(--fit, 1))"
          fontWeight="semibold"
          lineHeight="1.3"
          textWrap="balance"
        >
          <WarningIcon boxSize="0.8em" me="0.2em" verticalAlign="-0.05em" display="inline" />
          {t(`status.${lot}`)}
        </Text>
        {reason !== '' && (
          <Text fontSize="calc(max(1rem, 4vh) * max(var(--fit, 1), 0.6))" {...wrapsAtMarks}>
            {t('reasonIs', { reason })}
          </Text>
        )}
      </Box>
    </Box>
  )
}
