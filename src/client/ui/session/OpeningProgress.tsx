import { Box, Stack, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { biddersOf, filesOf, type SessionState } from '#domain/state.ts'
import { isEncrypted } from '#domain/tender.ts'
import { Progress } from '../Progress.tsx'

/** How often large files are asked after, in milliseconds. */
const pollMilliseconds = 2000

interface Large {
  readonly bidFileId: string
  readonly percent: number
}

/** Files whose keys were handed over, or that take none, and that the server is opening now: how many, and how far the large ones have come. */
export function OpeningProgress() {
  const { t } = useTranslation('steps')
  const count = useSession(({ state }) => openingCount(state))
  const large = useLargeFiles(count > 0)
  const state = useSession((snapshot) => snapshot.state)
  if (count === 0) return null
  return (
    <Box borderWidth="1px" rounded="md" px="4" py="3">
      <Stack gap="3">
        <Text role="status">
          {t(isEncrypted(state) ? 'opening.beingOpened' : 'opening.plain.beingOpened', { count })}
        </Text>
        {large.map(({ bidFileId, percent }) => (
          <Progress
            key={bidFileId}
            label={nameOf(state, bidFileId)}
            done={percent}
            total={100}
            says={t('opening.percent', { percent })}
          />
        ))}
      </Stack>
    </Box>
  )
}

function useLargeFiles(active: boolean): readonly Large[] {
  const session = useSessionId()
  const [large, setLarge] = useState<readonly Large[]>([])
  useEffect(() => {
    if (!active) return setLarge([])
    const leaving = new AbortController()
    const ask = async () => {
      const answer = await api('getImportStatus', { session, query: {}, signal: leaving.signal })
      // A poll that failed leaves what is shown: the next one comes at once.
      if (answer.ok && !leaving.signal.aborted) setLarge(answer.value.reading)
    }
    void ask()
    const timer = setInterval(() => void ask(), pollMilliseconds)
    return () => {
      leaving.abort()
      clearInterval(timer)
    }
  }, [active, session])
  return large
}

function openingCount(state: SessionState): number {
  return biddersOf(state)
    .flatMap(filesOf)
    .filter(({ file }) => file.status === 'opening').length
}

function nameOf(state: SessionState, fileId: string): string {
  const has = (bidder: SessionState['bidders'][string]) =>
    filesOf(bidder).some(({ submission }) => submission.fileId === fileId)
  return biddersOf(state).find(has)?.name ?? fileId
}
