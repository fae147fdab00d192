import { Stack, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'

type Delivery = CallAnswer<'getResultDelivery'>
type Known = { readonly delivery: Delivery | null; readonly problem: string | null }

/** How often the state is asked for while a result is on its way. */
const askedMilliseconds = 15_000

/** Whether the trading platform has taken the results, and why it has not (PLF-4). */
export function ResultDelivery() {
  const { t } = useTranslation('steps')
  const { delivery, problem } = useDelivery()
  return (
    <Stack gap="3">
      <Text fontWeight="semibold">{t('ending.delivery.title')}</Text>
      {problem !== null && <Notice tone="error">{t('ending.delivery.unread', { message: problem })}</Notice>}
      {delivery && !delivery.configured && (
        <Notice tone="warning">{t('ending.delivery.unconfigured')}</Notice>
      )}
      {delivery?.configured && delivery.results.length === 0 && (
        <Text color="fg.muted">{t('ending.delivery.none')}</Text>
      )}
      {delivery?.results.map((result) => (
        <Result key={result.seq} result={result} />
      ))}
    </Stack>
  )
}

function Result({ result }: { result: Delivery['results'][number] }) {
  const { t } = useTranslation('steps')
  const time = useTimeFormat()
  const { seq, sentTime, nextTime, problem, attempts } = result
  const words = useProblemWords()
  const title = t('ending.delivery.result', { seq })
  if (sentTime !== null) {
    return (
      <Notice tone="done" title={title}>
        {t('ending.delivery.sent')} {time.second(sentTime)}
      </Notice>
    )
  }
  if (problem === '') {
    return (
      <Notice tone="info" title={title}>
        {t('ending.delivery.waiting')}
      </Notice>
    )
  }
  return (
    <Notice tone="error" title={title}>
      {t('ending.delivery.failed', { problem: words(problem), count: attempts, time: time.second(nextTime) })}
    </Notice>
  )
}

/** What the server's code of a failed attempt means: the platform's answer, the connection, or a fault of the hall. */
function useProblemWords(): (problem: string) => string {
  const { t } = useTranslation('steps')
  return (problem) => {
    const status = /^answered (\d+)$/.exec(problem)?.[1]
    if (status) return t('ending.delivery.refused', { status })
    const isConnection = /^[A-Z][A-Z_]+$/.test(problem)
    return t(isConnection ? 'ending.delivery.away' : 'ending.delivery.fault', { code: problem })
  }
}

/** Asked again with each change of the session's status, and while a result is on its way. */
function useDelivery(): Known {
  const session = useSessionId()
  const status = useSession(({ state }) => state.status)
  const [known, setKnown] = useState<Known>({ delivery: null, problem: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status may mean a new result
  useEffect(() => {
    let isShown = true
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      const answer = await api('getResultDelivery', { session })
      if (!isShown) return
      if (answer.ok) setKnown({ delivery: answer.value, problem: null })
      else setKnown((before) => ({ ...before, problem: answer.error.message }))
      timer = setTimeout(ask, askedMilliseconds)
    }
    void ask()
    return () => {
      isShown = false
      clearTimeout(timer)
    }
  }, [session, status])
  return known
}
