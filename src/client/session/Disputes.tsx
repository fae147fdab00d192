import { Heading, Stack } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useSend, useSession } from '#client/store/session-provider.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { disputesIn } from '#domain/announcement/disputes.ts'
import { Statement } from './Statement.tsx'
import { type Round, useRounds } from './use-rounds.ts'

/** The disputed rows of step 3 that the viewer may see, in a panel of their own; nothing without any. */
export function DisputesPanel() {
  const { t } = useTranslation('reading')
  const state = useSession((snapshot) => snapshot.state)
  if (disputesIn(state).length === 0) return null
  return (
    <Panel title={t('disputes')}>
      <RoundDisputes round={state} isOver={false} />
    </Panel>
  )
}

/** Those of each envelope's opening, below a heading of their own; nothing without any. */
export function Disputes() {
  const { t } = useTranslation('reading')
  return useRounds().map(({ round, suffix, isOver }) =>
    disputesIn(round).length === 0 ? null : (
      <Stack key={suffix} gap="3">
        <Heading as="h3" size="sm">
          {`${t('disputes')}${suffix}`}
        </Heading>
        <RoundDisputes round={round} isOver={isOver} />
      </Stack>
    ),
  )
}

/** With their replies; the opener replies here to those of the current round (ANN-17). */
function RoundDisputes({ round, isOver }: Pick<Round, 'round' | 'isOver'>) {
  const { t } = useTranslation('reading')
  const send = useSend()
  return (
    <Stack gap="3">
      {disputesIn(round).map(({ bidder: { code, name }, check }) => (
        // A bidder who says something else gets a reply to that: what was typed for the other is not taken over.
        <Statement
          key={`${code} ${check.at}`}
          name={name}
          said={check}
          isOver={isOver}
          replyLabel={t('replyTo', { name })}
          draft={`dispute-reply.${code}.${check.at}`}
          send={(content) => send('ReplyDispute', { bidderCode: code, at: check.at, content })}
        />
      ))}
    </Stack>
  )
}
