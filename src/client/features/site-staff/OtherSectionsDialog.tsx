import { Button, Text } from '@chakra-ui/react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useSend, useSessionId } from '#client/store/session-provider.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { toast } from '#client/ui/Toast.tsx'
import { tableError, useAnswer } from '#client/ui/use-answer.ts'

type Section = CallAnswer<'GetOtherProject'>[number]

/** The agency's other sections (PRE-11): number, name, and a button that adds their site staff to this section. */
export function OtherSectionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('personnel')
  const session = useSessionId()
  const answer = useAnswer(
    useCallback((signal: AbortSignal) => api('GetOtherProject', { session, signal }), [session]),
  )
  return (
    <Dialog open onClose={onClose} title={t('fetch')} size="lg">
      <Text color="fg.muted" mb="3">
        {t('fetchHelp')}
      </Text>
      <DataTable
        caption={t('fetch')}
        columns={useSectionColumns()}
        rows={answer.value}
        rowKey={(section) => section.bidProjId}
        error={tableError(answer)}
        empty={t('fetchEmpty')}
        pageSizes={[8, 16, 32]}
        maxHeight="60vh"
      />
    </Dialog>
  )
}

function useSectionColumns(): DataColumn<Section>[] {
  const { t } = useTranslation('personnel')
  return useMemo(
    () => [
      {
        key: 'code',
        header: t('sectionCode'),
        cell: (section) => section.bdbh,
        compare: (a, b) => a.bdbh.localeCompare(b.bdbh),
      },
      {
        key: 'name',
        header: t('sectionName'),
        isRowHeader: true,
        cell: (section) => section.bdmc,
        compare: (a, b) => a.bdmc.localeCompare(b.bdmc, 'zh-CN'),
      },
      {
        key: 'people',
        header: t('people'),
        align: 'end',
        cell: (section) => t('count', { count: section.workerCount }),
        compare: (a, b) => a.workerCount - b.workerCount,
      },
      {
        key: 'add',
        header: t('actions'),
        bare: true,
        align: 'end',
        cell: (section) => <AddFrom section={section} />,
      },
    ],
    [t],
  )
}

function AddFrom({ section }: { section: Section }) {
  const { t } = useTranslation('personnel')
  const send = useSend()
  const [busy, setBusy] = useState(false)

  async function add() {
    setBusy(true)
    const done = await toastIfRefused(send('ImportWorkers', { source: section.bidProjId }), {
      tone: 'warning',
      failed: t('common:operationFailed'),
    })
    setBusy(false)
    if (done) toast.success(t('fetched', { code: section.bdbh }))
  }

  return (
    <Button
      size="xs"
      variant="outline"
      loading={busy}
      disabled={section.workerCount === 0}
      aria-label={t('fetchFrom', { name: `${section.bdbh} ${section.bdmc}` })}
      onClick={add}
    >
      {t('fetchAdd')}
    </Button>
  )
}
