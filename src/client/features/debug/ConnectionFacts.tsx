import { chakra, Flex } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection, useFaultyTransport, useSession } from '#client/store/session-provider.tsx'
import type { DownMessage } from '#streams/transport.ts'

interface Received {
  readonly epoch: string
  readonly head: number
  /** Messages since the panel was opened, by kind. */
  readonly counts: Readonly<Partial<Record<DownMessage['kind'], number>>>
}

const nothing: Received = { epoch: '', head: 0, counts: {} }

/** Connection status, position in the log, clock offset and message counts. */
export function ConnectionFacts() {
  const { t } = useTranslation('debug')
  const { status, since, heardAt } = useConnection()
  const { seq, from, known, hash, offset, clockError } = useSession((snapshot) => ({
    seq: snapshot.state.seq,
    from: snapshot.from,
    known: snapshot.entries.length,
    hash: snapshot.entries.at(snapshot.entries.length - 1)?.hash.slice(0, 12) ?? '',
    offset: snapshot.offset,
    clockError: snapshot.clockError,
  }))
  const { epoch, head, counts } = useReceived()
  const seconds = (at: number | null) => (at === null ? '–' : ((Date.now() - at) / 1000).toFixed(1))
  const facts: Record<string, string> = {
    [t('status')]: `${status} (${seconds(since)} s)`,
    [t('heard')]: `${seconds(heardAt)} s`,
    [t('place')]: `seq ${seq} / head ${head || '–'} · ${epoch || '–'} · ${hash}`,
    [t('known')]: `${from}…${from + known - 1}`,
    [t('clock')]: `${offset.toFixed(1)} ms ± ${clockError?.toFixed(1) ?? '–'}`,
    [t('messages')]: Object.entries(counts)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', '),
  }
  return (
    <Flex as="dl" wrap="wrap" columnGap="4" rowGap="0.5" fontFamily="mono" textStyle="xs" mb="2">
      {Object.entries(facts).map(([name, value]) => (
        <Flex key={name} gap="1">
          <chakra.dt color="fg.muted">{name}</chakra.dt>
          <chakra.dd>{value || '–'}</chakra.dd>
        </Flex>
      ))}
    </Flex>
  )
}

/** The messages received since the panel was opened, refreshed every half second. */
function useReceived(): Received {
  const transportOf = useFaultyTransport()
  const [received, setReceived] = useState(nothing)
  useEffect(() => {
    let latest = nothing
    const subscription = transportOf()?.messages$.subscribe(({ kind, body }) => {
      const counts = { ...latest.counts, [kind]: (latest.counts[kind] ?? 0) + 1 }
      const head = 'head' in body ? Math.max(latest.head, body.head) : latest.head
      latest = { epoch: 'epoch' in body ? body.epoch : latest.epoch, head, counts }
    })
    const timer = setInterval(() => setReceived({ ...latest }), 500)
    return () => {
      clearInterval(timer)
      subscription?.unsubscribe()
    }
  }, [transportOf])
  return received
}
