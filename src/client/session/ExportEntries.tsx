import { Button, IconButton } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { FileIcon } from '#client/ui/icons.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { toast } from '#client/ui/Toast.tsx'
import { logFileName } from '#protocol/document-names.ts'

/**
 * Saves the whole log as this viewer may see it, the file that `verify-draw.mjs` checks. `compact`: an icon button
 * of that size.
 */
export function ExportEntries({ compact }: { readonly compact?: 'xs' | 'sm' }) {
  const { t, i18n } = useTranslation('draw')
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
    saveFile(file.value, logFileName(section, i18n.language === 'en' ? 'en' : 'zh-CN'))
    const text = await file.value.text().catch(() => '')
    const damaged = timesIn(text, '"damage":')
    if (!text.endsWith('\n')) toast.error(t('exportedPartly'))
    else if (damaged > 0) toast.warning(t('exportedDamaged', { count: damaged }))
    // The first line is the file's head.
    else toast.success(t('exported', { count: timesIn(text, '\n') - 1 }))
  }

  return compact ? (
    <IconButton
      size={compact}
      variant="outline"
      aria-label={t('export')}
      title={t('export')}
      data-tour="export"
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

/**
 * How often `part` occurs in an export. The file may have tens of megabytes, so it is not parsed: a key with its quotes
 * cannot occur in an entry's texts, where quotes are escaped.
 */
function timesIn(text: string, part: string): number {
  let times = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) times += 1
  return times
}
