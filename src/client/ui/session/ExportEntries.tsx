import { Button, IconButton } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import type { VisibleEntry } from '#domain/entry.ts'
import { FileIcon } from '../icons.tsx'
import { toast } from '../Toast.tsx'
import { entryLines } from './entry-lines.ts'
import { saveFile } from './save-file.ts'

/** Saves the whole log as this viewer may see it, from its first entry on: what `npm run verify-draw` checks. */
export function ExportEntries({ compact = false }: { readonly compact?: boolean }) {
  const { t } = useTranslation('draw')
  const session = useSessionId()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    const entries = await readAll(session)
    setBusy(false)
    if (typeof entries === 'string') {
      toast.error(entries)
      return
    }
    const file = new Blob([entryLines(session, entries)], { type: 'application/jsonl' })
    saveFile(file, `${section}-${t('exportName')}.jsonl`)
    toast.success(t('exported', { count: entries.length }))
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

const pageLength = 5000

/** Every entry, page by page; a refusal's text where one cannot be read. */
async function readAll(session: string): Promise<VisibleEntry[] | string> {
  const entries: VisibleEntry[] = []
  for (;;) {
    const page = await api('getSessionLog', {
      query: { after: entries.length, limit: pageLength },
      session,
    })
    if (!page.ok) return page.error.message
    entries.push(...(page.value.entries as unknown as VisibleEntry[]))
    if (entries.length >= page.value.head || page.value.entries.length === 0) return entries
  }
}
