import { Center, Spinner, Text } from '@chakra-ui/react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { api } from '#client/net/api.ts'
import { enterProject } from '#client/store/login-store.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import type { Failure } from '#protocol/outcome.ts'
import type { HallTab } from './use-sections.ts'

interface EnterDialogProps {
  readonly bdGuid: string
  readonly name: string
  readonly tab: HallTab
  readonly onClose: () => void
}

/**
 * Entering a section (H4): the server's time, the platform's record, the authorization; then to preparation, or to
 * the end for an ended one. What fails is shown and can be tried again.
 */
export function EnterDialog({ bdGuid, name, tab, onClose }: EnterDialogProps) {
  const { t } = useTranslation('hall')
  const navigate = useNavigate()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)

  const enter = useCallback(
    async (gone: AbortSignal) => {
      setFailure(null)
      const clock = await api('getServerTimeNoauth', { signal: gone })
      const entered = clock.ok ? await enterProject(bdGuid) : clock
      if (gone.aborted) return
      if (!entered.ok) return setFailure(entered.error)
      navigate(`/bid/${entered.value}/${tab === 'open' ? 'bidready' : 'bidend'}`)
    },
    [bdGuid, tab, navigate],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is how a retry starts it again
  useEffect(() => {
    const gone = new AbortController()
    void enter(gone.signal)
    return () => gone.abort()
  }, [enter, attempt])

  return (
    <Dialog open onClose={onClose} title={failure ? t('enterFailed') : t('entering')} size="sm">
      {failure ? (
        <ErrorState
          title={failure.message || t('recordMissing')}
          meaning={name}
          action=""
          code={failure.code}
          onRetry={() => setAttempt(attempt + 1)}
        />
      ) : (
        <Center flexDirection="column" gap="4" py="8" role="status">
          <Spinner size="lg" />
          <Text textAlign="center">{name}</Text>
        </Center>
      )}
    </Dialog>
  )
}
