import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { Panel } from '#client/ui/Panel.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { type SignInRow, signInRows } from '#domain/preparation/sign-in.ts'
import { IndexDraws } from './IndexDraws.tsx'
import { MakeSheet } from './MakeSheet.tsx'

const searchText = ({ bidderName, bidderCode }: SignInRow) => `${bidderName} ${bidderCode}`

/** The sign-in sheet (TAB-2): when each bidder submitted, entered, and signed the commitment letter. */
export function SignInPanel() {
  const { t } = useTranslation('steps')
  const isBidder = useRole() === 'bidder'
  const own = useOwnBidder()
  const state = useSession((snapshot) => snapshot.state)
  const rows = useMemo(
    () => signInRows(state, isBidder ? (own?.code ?? '') : null),
    [state, isBidder, own?.code],
  )
  const columns = useSignInColumns()
  return (
    <Panel
      title={t('ending.signIn.title')}
      actions={
        <>
          <IndexDraws />
          <MakeSheet kind="sign-in" />
        </>
      }
    >
      <DataTable
        caption={t('ending.signIn.title')}
        columns={columns}
        rows={rows}
        rowKey={({ bidderCode }) => bidderCode}
        searchText={searchText}
        version={({ enteredAt, letterSignedAt }) => `${enteredAt} ${letterSignedAt}`}
        empty={t('ending.signIn.none')}
      />
    </Panel>
  )
}

function useSignInColumns(): DataColumn<SignInRow>[] {
  const { t } = useTranslation('steps')
  const { commitmentLetter } = useVariant().rules
  return useMemo(() => {
    const time = (key: 'submittedAt' | 'enteredAt' | 'letterSignedAt'): DataColumn<SignInRow> => ({
      key,
      header: t(`ending.signIn.${key}`),
      align: 'end',
      cell: ({ [key]: at }) => (at === null ? t(`ending.signIn.no.${key}`) : <Timestamp at={at} />),
      compare: (a, b) => (a[key] ?? '').localeCompare(b[key] ?? ''),
    })
    return [
      { key: 'index', header: t('common.index'), align: 'center', width: '4rem', cell: ({ index }) => index },
      {
        key: 'bidder',
        header: t('common.bidder'),
        isRowHeader: true,
        cell: ({ bidderName }) => bidderName,
        compare: (a, b) => a.bidderName.localeCompare(b.bidderName, 'zh-CN'),
      },
      time('submittedAt'),
      time('enteredAt'),
      ...(commitmentLetter ? [time('letterSignedAt')] : []),
    ]
  }, [t, commitmentLetter])
}
