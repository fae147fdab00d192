import { Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { CompanyName } from '#client/ui/CompanyName.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { Panel } from '#client/ui/Panel.tsx'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { biddersOf, filesOf, hasSubmitted, submittedAt } from '#domain/submission/bids.ts'

const searchText = ({ name, code }: BidderState) => `${name} ${code}`

/** The bidders that the viewer may see: a bidder sees their own row until the files are frozen, others see all. */
export function BidderPanel() {
  const { t } = useTranslation('steps')
  const role = useRole()
  const state = useSession((snapshot) => snapshot.state)
  const bidders = useMemo(() => biddersOf(state), [state])
  const columns = useBidderColumns(state)
  const submitted = bidders.filter((bidder) => hasSubmitted(state, bidder)).length
  const own = useOwnBidder()
  const all = role !== 'bidder' || state.frozen
  return (
    <Panel
      title={t('preparation.bidders')}
      actions={
        all && (
          <Text color="fg.muted">{t('preparation.bidderCount', { count: bidders.length, submitted })}</Text>
        )
      }
    >
      {!all && (
        <Text color="fg.muted" mb="3">
          {t('preparation.ownOnly')}
        </Text>
      )}
      <DataTable
        caption={t('preparation.bidders')}
        columns={columns}
        rows={state.tender ? bidders : null}
        rowKey={(bidder) => bidder.code}
        searchText={searchText}
        pinnedKey={own?.code ?? null}
        version={(bidder) => `${bidder.entered} ${submittedAt(bidder)}`}
        empty={t('preparation.noBidders')}
      />
    </Panel>
  )
}

function useBidderColumns({ tender }: SessionState): DataColumn<BidderState>[] {
  const { t } = useTranslation('steps')
  return useMemo(
    () => [
      {
        key: 'name',
        header: t('common.bidder'),
        isRowHeader: true,
        cell: (bidder) => <CompanyName name={bidder.name} />,
        compare: (a, b) => a.name.localeCompare(b.name, 'zh-CN'),
      },
      { key: 'code', header: t('common.bidderCode'), cell: (bidder) => bidder.code },
      {
        key: 'entered',
        header: t('preparation.entered'),
        width: '8.5rem',
        cell: ({ entered }) => (
          <StatusBadge tone={entered ? 'done' : 'neutral'}>
            {t(entered ? 'preparation.enteredYes' : 'preparation.enteredNo')}
          </StatusBadge>
        ),
        compare: (a, b) => Number(a.entered) - Number(b.entered),
      },
      {
        key: 'sealed',
        header: t('preparation.fileName'),
        // Its longest text on one line where the screen is wide enough; the same width whatever the status.
        width: 'clamp(9.5rem, 14vw, 13.5rem)',
        cell: (bidder) => {
          const submission = submissionOf({ tender }, bidder)
          return (
            <StatusBadge tone={tones[submission]}>{t(`preparation.submission.${submission}`)}</StatusBadge>
          )
        },
        compare: (a, b) => filesOf(a).length - filesOf(b).length,
      },
      {
        key: 'submittedAt',
        header: t('preparation.submittedAt'),
        align: 'end',
        cell: (bidder) => {
          const at = submittedAt(bidder)
          return at ? <Timestamp at={at} /> : '—'
        },
      },
    ],
    [t, tender],
  )
}

/** `part`: some of the required files are missing, so that there is no bid yet. */
function submissionOf(state: Pick<SessionState, 'tender'>, bidder: BidderState): 'yes' | 'part' | 'no' {
  if (filesOf(bidder).length === 0) return 'no'
  return hasSubmitted(state, bidder) ? 'yes' : 'part'
}

const tones = { yes: 'done', part: 'warning', no: 'neutral' } as const
