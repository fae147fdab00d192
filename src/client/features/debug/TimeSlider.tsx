import { Button, chakra, Flex, Text } from '@chakra-ui/react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEarlier, useSession } from '#client/store/session-provider.tsx'
import { Json } from './EntryBrowser.tsx'
import { foldTo, shortened } from './fold-to.ts'

/** The state of any moment: the log folded up to the seq chosen; at the right end it follows the log. */
export function TimeSlider() {
  const { t } = useTranslation('debug')
  const chunks = useSession(({ entries }) => entries.chunks)
  const now = useSession(({ state }) => state)
  const { from, earlier, loadEarlier } = useEarlier()
  const { seq } = now
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(useDeferredValue(chosen) ?? seq, seq)
  const state = useMemo(() => (at === now.seq ? now : foldTo(chunks.flat(), at)), [chunks, at, now])
  return (
    <Flex direction="column" flex="1" minH="0" minW="0" gap="1" pt="2">
      <Flex gap="2" align="center">
        <chakra.input
          type="range"
          aria-label={t('time')}
          min={0}
          max={seq}
          value={chosen ?? seq}
          onChange={({ currentTarget }) => {
            const value = Number(currentTarget.value)
            setChosen(value >= seq ? null : value)
          }}
          flex="1"
          accentColor="var(--kb-colors-fg)"
        />
        <Text fontFamily="mono">
          {at} / {seq}
        </Text>
      </Flex>
      {state ? (
        <Json value={shortened(state)} />
      ) : (
        <Flex gap="2" align="center">
          {t('incomplete', { from })}
          <Button size="xs" variant="outline" onClick={loadEarlier} disabled={earlier !== 'more'}>
            {t('readEarlier')}
          </Button>
        </Flex>
      )}
    </Flex>
  )
}
