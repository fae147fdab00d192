import { Box, Flex, Heading } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useSession } from '#client/store/session-provider.tsx'
import { StatusBadge, type Tone } from '#client/ui/StatusBadge.tsx'
import type { DrawState } from '#domain/draw/draw-state.ts'

/** The most contributors that are named one by one. */
const mostNamed = 12

/**
 * The contributors of a draw and the stage of each. Bidders see themselves and the staff; of the other bidders they see
 * only the number, once joining has closed.
 */
export function Contributors({ draw }: { draw: DrawState }) {
  const { t } = useTranslation('draw')
  const bidders = useSession(({ state }) => state.bidders)
  const own = useOwnBidder()
  const decided = draw.phase === 'decided'
  const known = Object.entries(draw.joined).map(([key, { role, value }]) => ({
    key,
    name: role === 'bidder' ? nameOf(key) : t(`role_${role}`),
    stage: decided || value !== null ? 'revealed' : 'committed',
  }))
  const others = Math.max(0, draw.contributors.length - known.length)
  const unnamed = others + Math.max(0, known.length - mostNamed)

  function nameOf(code: string): string {
    if (code === own?.code) return t('ownUnit')
    return bidders[code]?.name ?? code
  }

  return (
    <Box>
      <Heading as="h3" size="sm" mb="2">
        {t('contributors')}
      </Heading>
      <Flex as="ul" wrap="wrap" gap="2" listStyleType="none">
        <li>
          <StatusBadge tone={decided ? 'done' : 'waiting'}>
            {t(decided ? 'revealed' : 'committed', { name: t('role_system') })}
          </StatusBadge>
        </li>
        {known.slice(0, mostNamed).map(({ key, name, stage }) => (
          <li key={key}>
            <StatusBadge tone={tones[stage] ?? 'waiting'}>{t(stage, { name })}</StatusBadge>
          </li>
        ))}
        {unnamed > 0 && (
          <li>
            <StatusBadge tone={decided ? 'done' : 'waiting'}>{t('others', { count: unnamed })}</StatusBadge>
          </li>
        )}
      </Flex>
    </Box>
  )
}

const tones: Readonly<Record<string, Tone>> = { committed: 'waiting', revealed: 'done' }
