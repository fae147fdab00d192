import { Box, chakra, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { WholeTimes } from '#client/ui/WholeTimes.tsx'
import { wrapsAtMarks } from '#client/ui/wraps-at-marks.ts'
import { currentDocument, recordKey } from '#domain/documents/document.ts'
import { overviewRows } from '#domain/ending/record.ts'
import { phaseCount } from '#domain/session/phase.ts'
import { useFit } from './use-fit.ts'

/** How the opening has ended, or that of the first envelope: when, its result in few numbers, and where the record is (END-30). */
export function RoomEnd() {
  const { t } = useTranslation('room')
  const time = useTimeFormat()
  const state = useSession((snapshot) => snapshot.state)
  const rows = overviewRows(state)
  const failed = rows.filter(({ badge }) => badge === 'failed').length
  const outcome = state.inquiry?.outcome
  const signed = phaseCount(state)
  const isSealed = currentDocument(state, recordKey('sealed-record', state.stage.number)) !== null
  const part = useRef<HTMLDivElement>(null)
  useFit(part, `${failed} ${outcome?.objecting} ${signed?.total} ${isSealed}`)
  return (
    <Box h="full" display="grid" alignContent="center" data-room-end>
      <Stack ref={part} gap="calc(3vh * var(--fit, 1))">
        {/* On a phone the time stays on one line. */}
        <Text
          fontSize={{ base: '1.125rem', lg: 'calc(max(1.25rem, 5vh) * max(var(--fit, 1), 0.6))' }}
          {...wrapsAtMarks}
        >
          <WholeTimes
            text={
              state.endedAt === null
                ? t('end.firstEnvelopeAt', { time: time.second(state.stage.firstEndedAt ?? '') })
                : t('end.at', { time: time.second(state.endedAt) })
            }
          />
        </Text>
        <chakra.dl
          display="grid"
          gridTemplateColumns="repeat(2, minmax(0, 1fr))"
          columnGap="2vw"
          rowGap="calc(2vh * var(--fit, 1))"
        >
          <Figure label={t('standing.opened')}>{t('end.bids', { count: rows.length - failed })}</Figure>
          <Figure label={t('standing.failed')}>{t('end.bids', { count: failed })}</Figure>
          {outcome && (
            <Figure label={t('end.objections')}>
              {outcome.objecting === 0
                ? t('end.noObjections')
                : t('end.bidders', { count: outcome.objecting })}
            </Figure>
          )}
          {signed && signed.total > 0 && (
            <Figure label={t('end.signed')}>{t('end.ofBidders', signed)}</Figure>
          )}
        </chakra.dl>
        <Text color="fg.muted" {...wrapsAtMarks}>
          {t(isSealed ? 'end.sealedRecord' : 'end.record')}
        </Text>
      </Stack>
    </Box>
  )
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box>
      <chakra.dt color="fg.muted" fontSize={{ lg: 'max(1rem, 3.2vh)' }}>
        {label}
      </chakra.dt>
      <chakra.dd
        fontSize={{ base: '1.75rem', lg: 'calc(min(11vh, 6vw) * var(--fit, 1))' }}
        fontWeight="semibold"
        lineHeight="1.2"
        whiteSpace="nowrap"
        fontVariantNumeric="tabular-nums"
      >
        {children}
      </chakra.dd>
    </Box>
  )
}
