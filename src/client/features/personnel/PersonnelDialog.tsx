import { Button, Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVariant } from '#client/store/variant.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { FetchDialog } from './FetchDialog.tsx'
import { useTables } from './tables.ts'
import { useEditable } from './use-editable.ts'
import { WorkerTable } from './WorkerTable.tsx'

/** The on-site personnel entry dialog (PRE-7): four tables, and where the region has it the way to other sections. */
export function PersonnelDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('personnel')
  const { isEditor, editable } = useEditable()
  const { rules } = useVariant()
  const tables = useTables()
  const [fetching, setFetching] = useState(false)
  return (
    <Dialog open onClose={onClose} title={t('title')} size="xl">
      <Stack gap="6">
        {isEditor && !editable && <Notice tone="info">{t('closed')}</Notice>}
        {editable && rules.personnelFromOtherSections && (
          <Button variant="outline" size="sm" alignSelf="flex-start" onClick={() => setFetching(true)}>
            {t('fetch')}
          </Button>
        )}
        {tables.map((kind) => (
          <WorkerTable key={kind} kind={kind} editable={editable} />
        ))}
      </Stack>
      {fetching && <FetchDialog onClose={() => setFetching(false)} />}
    </Dialog>
  )
}
