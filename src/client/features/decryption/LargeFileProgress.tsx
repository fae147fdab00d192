import { Box, Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpeningProgress, useSession } from '#client/store/session-provider.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import type { SessionState } from '#domain/session/state.ts'
import { biddersOf, filesOf } from '#domain/submission/bids.ts'
import { isEncrypted } from '#domain/tender/tender.ts'

/** How many files the server is opening now, and the progress of the large ones (PRG-2). */
export function LargeFileProgress() {
  const { t } = useTranslation('steps')
  const state = useSession((snapshot) => snapshot.state)
  const opening = useMemo(() => filesBeingOpened(state), [state])
  const count = opening.size
  const large = useOpeningProgress(count > 0).filter(({ bidFileId }) => opening.has(bidFileId))
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
            label={opening.get(bidFileId) ?? bidFileId}
            done={percent}
            total={100}
            says={t('opening.percent', { percent })}
          />
        ))}
      </Stack>
    </Box>
  )
}

/** Bidders' names by file id. */
function filesBeingOpened(state: SessionState): ReadonlyMap<string, string> {
  const files = biddersOf(state).flatMap((bidder) => filesOf(bidder).map((file) => ({ ...file, bidder })))
  return new Map(
    files
      .filter(({ file }) => file.status === 'opening')
      .map(({ submission, bidder }) => [submission.fileId, bidder.name]),
  )
}
