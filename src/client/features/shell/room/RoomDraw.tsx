import { Box, Heading, Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useDrawNames } from '#client/session/use-draw-names.ts'
import type { DrawState } from '#domain/draw/draw-state.ts'
import { drawnText } from '#protocol/messages/draw-texts.ts'

/** Fewer candidates are named one by one. */
const namedCandidates = 12

/**
 * A draw while it runs, and its result: what is drawn by whom and from which values. Who contributes is not said, because
 * the room may not know who bids (DRW-18).
 */
export function RoomDraw({ draw }: { draw: DrawState }) {
  const { t } = useTranslation('draw')
  const { drawName, resultText } = useDrawNames()
  const { id, phase, parts } = draw
  return (
    <Stack h="full" justify="center" textAlign="center" gap="2vh" data-room-draw={id}>
      <Heading as="h2" fontSize="max(1.75rem, 6vh)" lineHeight="1.2">
        {t('drawing', { what: drawName(draw) })}
      </Heading>
      <Text fontSize="max(2.25rem, 9vh)" fontWeight="semibold" lineHeight="1.2" overflowWrap="anywhere">
        {phase === 'decided' ? resultText(draw) : t(phase === 'void' ? 'phase_void' : 'underWay')}
      </Text>
      {phase !== 'decided' && phase !== 'void' && <Text>{t(`phase_${phase}`)}</Text>}
      {parts.map((part) => (
        <Box key={part.parameter} color="fg.muted">
          <Text>{t('drawnBy', { name: part.drawer })}</Text>
          <Text lineClamp={2}>{candidatesOf(part)}</Text>
        </Box>
      ))}
    </Stack>
  )

  function candidatesOf({ parameter, candidates }: DrawState['parts'][number]): string {
    const count = candidates.length
    if (count > namedCandidates) return t('candidates', { count })
    const values = candidates.map((candidate) => drawnText(parameter, candidate)).join(t('comma'))
    return t('willDraw', { count, values })
  }
}
