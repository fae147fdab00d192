import { Button, chakra, Flex, Input, Text } from '@chakra-ui/react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEarlier, useKeptEntries, useSession } from '#client/store/session-provider.tsx'
import { useWholeLogReading } from '#client/store/use-whole-log-reading.ts'
import { type Checkpoints, checkpointsOf, stateAt } from './checkpoints.ts'
import { Json } from './EntryBrowser.tsx'
import { shortenValue } from './shorten-value.ts'

/** The state at any moment: the log folded up to the chosen seq; at the right end it follows the log. */
export function TimeSlider() {
  const { t } = useTranslation('debug')
  const seq = useSession(({ state }) => state.seq)
  const [chosen, setChosen] = useState<number | null>(null)
  useKeptEntries(true)
  const at = Math.min(useDeferredValue(chosen) ?? seq, seq)
  const state = useStateAt(at)
  const choose = (value: number) => setChosen(value >= seq ? null : value)
  return (
    <Flex direction="column" flex="1" minH="0" minW="0" gap="1" pt="2">
      <Flex gap="2" align="center">
        <chakra.input
          type="range"
          aria-label={t('time')}
          min={0}
          max={seq}
          value={chosen ?? seq}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
          flex="1"
          accentColor="var(--kb-colors-fg)"
        />
        <Input
          type="number"
          size="2xs"
          w="20"
          fontFamily="mono"
          aria-label={t('moment')}
          min={0}
          max={seq}
          value={chosen ?? seq}
          onChange={({ currentTarget: { value } }) => {
            // Invalid input, such as an emptied field, keeps the chosen moment.
            if (/^\d+$/.test(value)) choose(Number(value))
          }}
        />
        <Text fontFamily="mono">/ {seq}</Text>
      </Flex>
      {state ? <Json value={shortenValue(state)} /> : <ReadAll />}
    </Flex>
  )
}

/** Keeps its checkpoints while the slider is shown. */
function useStateAt(seq: number) {
  const log = useSession(({ entries, from, base }) => ({ entries, from, base }))
  const now = useSession(({ state }) => state)
  const kept = useRef<Checkpoints>([])
  return useMemo(() => {
    kept.current = checkpointsOf(log, kept.current)
    return seq === now.seq ? now : stateAt(log, kept.current, seq)
  }, [log, now, seq])
}

/** Shown where entries before the chosen moment are missing: reads them, page by page, to the log's beginning. */
function ReadAll() {
  const { t } = useTranslation('debug')
  const { from, earlier } = useEarlier()
  const wholeLog = useWholeLogReading()
  if (earlier === 'broken') return t('earlierBroken')
  return (
    <Flex gap="2" align="center">
      {t('incomplete', { from })}
      <Button size="xs" variant="outline" onClick={wholeLog.read} loading={wholeLog.reading}>
        {t('readAll')}
      </Button>
    </Flex>
  )
}
