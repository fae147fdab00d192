import { Stack } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend, useSession } from '#client/store/session-provider.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { disputesIn } from '#domain/announcement/disputes.ts'
import { Statement } from './Statement.tsx'

/** The disputed rows that the viewer may see, with their replies; the opener replies here (ANN-17). Nothing without any. */
export function Disputes() {
  const { t } = useTranslation('reading')
  const send = useSend()
  const state = useSession((snapshot) => snapshot.state)
  const disputes = useMemo(() => disputesIn(state), [state])
  if (disputes.length === 0) return null
  return (
    <Panel title={t('disputes')}>
      <Stack gap="3">
        {disputes.map(({ bidder: { code, name }, check }) => (
          // A bidder who says something else gets a reply to that: what was typed for the other is not taken over.
          <Statement
            key={`${code} ${check.at}`}
            name={name}
            said={check}
            replyLabel={t('replyTo', { name })}
            draft={`dispute-reply.${code}.${check.at}`}
            send={(content) => send('ReplyDispute', { bidderCode: code, at: check.at, content })}
          />
        ))}
      </Stack>
    </Panel>
  )
}
