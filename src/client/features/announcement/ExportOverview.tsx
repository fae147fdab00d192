import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useRole, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { useDownload } from '#client/ui/use-download.ts'

/** The user types that export the table of step 3. */
const exporters: readonly number[] = [1, 3]

/** Downloads the overview as Excel, for user types 1 and 3 (REP-1). */
export function ExportOverview() {
  const { t } = useTranslation('reading')
  const role = useRole()
  const codes: Readonly<Partial<Record<string, number>>> = useVariant().userTypes.codes
  const session = useSessionId()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const { busy, download } = useDownload()
  if (role === null || !exporters.includes(codes[role] ?? 0)) return null
  return (
    <Button
      variant="outline"
      size="sm"
      loading={busy}
      onClick={() => download(() => api('GetReportExcel', { session, query: {} }), `${section}.xlsx`)}
    >
      <DownloadIcon />
      {t('excel')}
    </Button>
  )
}
