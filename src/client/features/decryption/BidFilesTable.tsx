import { Flex, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import type { ViewerSide } from '#client/session/use-viewer-side.ts'
import { useSession } from '#client/store/session-provider.tsx'
import { CompanyName } from '#client/ui/CompanyName.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { mayBeMarked } from '#domain/decryption/mark.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import type { BidderState, BidFileState } from '#domain/submission/bid-state.ts'
import {
  type EnvelopeState,
  filesIn,
  filesOf,
  hasSubmitted,
  isExcluded,
  standingOf,
} from '#domain/submission/bids.ts'
import { FileCause, FileStatus } from './FileStatus.tsx'
import { LineEvidence } from './LineEvidence.tsx'

interface BidFilesTableProps {
  readonly bidders: readonly BidderState[]
  readonly side: ViewerSide
  /** The buttons of a row, for viewers who may act on it. */
  readonly action?: ((bidder: BidderState) => ReactNode) | undefined
}

const searchText = ({ name, code }: BidderState) => `${name} ${code}`

/**
 * The status of every bidder's files, with a column for each kind that the tender requires, and the cause where a file
 * was not opened (DEC-10).
 */
export function BidFilesTable({ bidders, side, action }: BidFilesTableProps) {
  const { t } = useTranslation('steps')
  // Not the whole state, with which every row would be drawn anew at each entry.
  const state = useSession(({ state: { tender, stage, decryption } }) => ({ tender, stage, decryption }))
  const own = useOwnBidder()
  const kinds = state.tender?.bidFiles.map(({ kind }) => kind) ?? []
  const columns = useColumns(state, kinds, side, action)
  return (
    <DataTable
      caption={t('opening.files')}
      columns={columns}
      rows={bidders}
      rowKey={(bidder) => bidder.code}
      searchText={searchText}
      pinnedKey={own?.code ?? null}
      version={versionOf}
      empty={t('preparation.noBidders')}
    />
  )
}

function useColumns(
  state: EnvelopeState,
  kinds: readonly BidFileKind[],
  side: BidFilesTableProps['side'],
  action: BidFilesTableProps['action'],
): DataColumn<BidderState>[] {
  const { t } = useTranslation('steps')
  const asked = kinds.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for `kinds`, a new array in each render
  return useMemo(() => {
    const status: DataColumn<BidderState> = {
      key: 'status',
      header: t('common.status'),
      // Its longest text on one line where the screen is wide enough; the same width whatever the status.
      width: 'clamp(9.5rem, 15.5vw, 14rem)',
      cell: (bidder) => <Status state={state} bidder={bidder} side={side} />,
      compare: (a, b) => standingOf(state, a).status.localeCompare(standingOf(state, b).status),
    }
    const list: DataColumn<BidderState>[] = [
      {
        key: 'bidder',
        header: t('common.bidder'),
        isRowHeader: true,
        leastWidth: '7.5rem',
        cell: (bidder) => (
          <>
            <CompanyName name={bidder.name} />
            <Causes note={bidder.invalid?.note} files={filesIn(state, bidder)} />
            {/* A bidder reads their own beside their files. */}
            {side === 'opener' && bidder.line && <LineEvidence line={bidder.line} />}
          </>
        ),
        compare: (a, b) => a.name.localeCompare(b.name, 'zh-CN'),
      },
      ...(kinds.length > 1 ? [filesColumn(kinds, t('opening.kinds'))] : []),
      status,
      {
        key: 'documents',
        header: t('opening.documents'),
        leastWidth: '3.5rem',
        cell: (bidder) => <Documents files={filesIn(state, bidder)} />,
      },
      {
        key: 'time',
        header: t('opening.time'),
        align: 'end',
        cell: (bidder) => <LastChange files={filesIn(state, bidder)} />,
      },
    ]
    if (!action) return list
    // A phone's card has no line for it where a bid cannot be marked.
    const cell = (bidder: BidderState) => (mayBeMarked(state, bidder) ? action(bidder) : null)
    return [...list, { key: 'action', header: t('common.actions'), align: 'end' as const, cell }]
  }, [t, state, asked, side, action])
}

/** All files of a bid in one column, a short badge for each kind. */
function filesColumn(kinds: readonly BidFileKind[], header: string): DataColumn<BidderState> {
  return {
    key: 'kinds',
    header,
    width: '11rem',
    cell: (bidder) => (
      <Stack gap="1" align={{ base: 'flex-end', md: 'flex-start' }}>
        {kinds.map((kind) => (
          <FileStatus key={kind} kind={kind} file={bidder.files[kind]?.file ?? { status: 'none' }} />
        ))}
      </Stack>
    ),
  }
}

function versionOf(bidder: BidderState): string {
  const files = filesOf(bidder).map(({ file }) => file.status)
  return `${files.join(' ')} ${bidder.invalid?.note ?? ''} ${bidder.excluded} ${bidder.line !== null}`
}

interface StatusProps {
  readonly state: EnvelopeState
  readonly bidder: BidderState
  readonly side: ViewerSide
}

/** The status of the whole bid in the current envelope. */
function Status({ state, bidder, side }: StatusProps) {
  const { t } = useTranslation('steps')
  const excluded = hasSubmitted(state, bidder) && isExcluded(state, bidder)
  return (
    <Flex gap="2" wrap="wrap" justify={{ base: 'flex-end', md: 'flex-start' }}>
      {excluded ? (
        <StatusBadge tone="neutral">{t('file.excluded')}</StatusBadge>
      ) : (
        <FileStatus file={standingOf(state, bidder)} />
      )}
      {bidder.invalid && <StatusBadge tone="warning">{t(`overview.badgeInvalid.${side}`)}</StatusBadge>}
    </Flex>
  )
}

/** Lines of why the bid was marked invalid and why files were not opened, each named where there are several. */
function Causes({ note, files }: { note: string | undefined; files: readonly BidFileState[] }) {
  const { t } = useTranslation('steps')
  const unopened = files.filter(({ file }) => 'cause' in file)
  return (
    <Stack gap="0" color="fg.muted" textStyle="sm" fontWeight="normal">
      {note && <Text>{note}</Text>}
      {unopened.map(({ kind, file }) => (
        <Text key={kind}>
          {files.length > 1 && `${t(`file.kind.${kind}`)}: `}
          <FileCause file={file} />
        </Text>
      ))}
    </Stack>
  )
}

function Documents({ files }: { files: readonly BidFileState[] }) {
  const { t } = useTranslation('steps')
  const counts = files.flatMap(({ file }) => (file.status === 'imported' ? [file.documentCount] : []))
  if (counts.length === 0) return '—'
  const count = counts.reduce((sum, number) => sum + number, 0)
  return count === 0 ? t('file.noDocuments') : t('file.documents', { count })
}

function LastChange({ files }: { files: readonly BidFileState[] }) {
  const times = files.flatMap(({ file }) => ('at' in file ? [file.at] : [])).sort()
  const last = times.at(-1)
  return last ? <Timestamp at={last} /> : '—'
}
