import { Button, Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVariant } from '#client/store/variant.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { OtherSectionsDialog } from './OtherSectionsDialog.tsx'
import { SiteStaffTable } from './SiteStaffTable.tsx'
import { useStaffEditing } from './use-staff-editing.ts'
import { useStaffKinds } from './use-staff-kinds.ts'

/** The dialog for site staff (PRE-7): four tables and, if the region has it, the import from other sections. */
export function SiteStaffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('personnel')
  const { isEditor, editable } = useStaffEditing()
  const { rules } = useVariant()
  const tables = useStaffKinds()
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
          <SiteStaffTable key={kind} kind={kind} editable={editable} />
        ))}
      </Stack>
      {fetching && <OtherSectionsDialog onClose={() => setFetching(false)} />}
    </Dialog>
  )
}
