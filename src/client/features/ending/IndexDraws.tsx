import { Button } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { type IndexDrawRow, indexDrawRows } from '#domain/draw/index-record.ts'

/** Opens the record of random draws by which bidders are selected (DRW-21); nothing where there was none. */
export function IndexDraws() {
  const { t } = useTranslation('steps')
  const state = useSession((snapshot) => snapshot.state)
  const rows = useMemo(() => indexDrawRows(state), [state])
  const [open, setOpen] = useState(false)
  const columns = useIndexColumns()
  if (rows.length === 0) return null
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        {t('ending.indexDraws.title')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('ending.indexDraws.title')} size="xl">
        <DataTable
          caption={t('ending.indexDraws.title')}
          columns={columns}
          rows={rows}
          rowKey={({ drawId }) => drawId}
          maxHeight="60vh"
        />
      </Dialog>
    </>
  )
}

function useIndexColumns(): DataColumn<IndexDrawRow>[] {
  const { t } = useTranslation('steps')
  return useMemo(
    () => [
      {
        key: 'index',
        header: t('common.index'),
        align: 'center',
        width: '4rem',
        cell: ({ number }) => number,
      },
      {
        key: 'subject',
        header: t('ending.indexDraws.subject'),
        isRowHeader: true,
        cell: ({ subject }) => subject,
      },
      { key: 'drawer', header: t('ending.indexDraws.drawer'), cell: ({ drawer }) => drawer },
      {
        key: 'candidates',
        header: t('ending.indexDraws.candidates'),
        cell: ({ candidates }) => candidates.join(t('ending.certificates.comma')),
      },
      { key: 'value', header: t('ending.indexDraws.value'), align: 'end', cell: ({ value }) => value },
      {
        key: 'at',
        header: t('ending.indexDraws.at'),
        align: 'end',
        cell: ({ at }) => <Timestamp at={at} />,
      },
    ],
    [t],
  )
}
