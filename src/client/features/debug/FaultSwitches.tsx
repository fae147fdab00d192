import { Button, Flex } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Faults, noFaults } from '#client/net/faulty-transport.ts'
import { useFaultyTransport } from '#client/store/session-provider.tsx'

const switches = ['cut', 'cutRest', 'lose', 'double', 'reorder'] as const
const delays = [0, 500, 3000] as const

/** Buttons that cut the socket and REST, and drop, duplicate, reorder and delay socket messages. */
export function FaultSwitches() {
  const { t } = useTranslation('debug')
  const transportOf = useFaultyTransport()
  const [faults, setFaults] = useState<Faults>(() => transportOf()?.faults$.value ?? noFaults)
  const update = (change: Partial<Faults>) => {
    const next = { ...faults, ...change }
    transportOf()?.faults$.next(next)
    setFaults(next)
  }
  return (
    <Flex gap="1.5" wrap="wrap" mb="2" role="group" aria-label={t('faults')}>
      {switches.map((fault) => (
        <Button
          key={fault}
          size="xs"
          variant={faults[fault] ? 'solid' : 'outline'}
          aria-pressed={faults[fault]}
          onClick={() => update({ [fault]: !faults[fault] })}
        >
          {t(fault)}
        </Button>
      ))}
      {delays.map((delayMs) => (
        <Button
          key={delayMs}
          size="xs"
          variant={faults.delayMs === delayMs ? 'solid' : 'outline'}
          aria-pressed={faults.delayMs === delayMs}
          onClick={() => update({ delayMs })}
        >
          {t('delay', { ms: delayMs })}
        </Button>
      ))}
    </Flex>
  )
}
