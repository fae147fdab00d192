import { Button, IconButton } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { FileIcon } from '../icons.tsx'
import { toast } from '../Toast.tsx'
import { saveFile } from './save-file.ts'

/** Saves the whole log as this viewer may see it, from its first entry on: what `npm run verify-draw` checks. */
export function ExportEntries({ compact = false }: { readonly compact?: boolean }) {
  const { t } = useTranslation('draw')
  const session = useSessionId()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    const file = await api('exportSessionLog', { session })
    setBusy(false)
    if (!file.ok) {
      toast.error(file.error.message)
      return
    }
    saveFile(file.value, `${section}-${t('exportName')}.jsonl`)
    const { count, damaged } = countIn(await file.value.text())
    if (damaged > 0) toast.warning(t('exportedDamaged', { count: damaged }))
    else toast.success(t('exported', { count }))
  }

  return compact ? (
    <IconButton
      size="sm"
      variant="outline"
      aria-label={t('export')}
      title={t('export')}
      loading={busy}
      onClick={save}
    >
      <FileIcon />
    </IconButton>
  ) : (
    <Button size="sm" variant="outline" loading={busy} onClick={save}>
      <FileIcon />
      {t('export')}
    </Button>
  )
}

/** How many entries an export has, and how many places are damaged in it. */
function countIn(text: string): { readonly count: number; readonly damaged: number } {
  const entries = text
    .split('\n')
    .filter((line) => line !== '')
    .slice(1)
    .map((line) => JSON.parse(line) as { readonly damage?: string })
  return { count: entries.length, damaged: entries.filter(({ damage }) => damage !== undefined).length }
}
