import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { useTimeFormat } from '#client/time-format.ts'
import { saveFile } from '#client/ui/session/save-file.ts'
import { toast } from '#client/ui/Toast.tsx'
import { useVariant } from '#client/variant.tsx'
import { csvOf } from './log-csv.ts'
import type { LogLook } from './use-log.ts'

/** Saves the lines shown as a file, oldest first, each with its entry's hash: all who see an entry see that hash. */
export function useExport({ shown, sentenceOf, actorOf }: LogLook): () => void {
  const { t } = useTranslation('shell')
  const { timeZone } = useVariant()
  const format = useTimeFormat()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  return () => {
    const head = [
      t('exportSeq'),
      t('exportTime', { timeZone }),
      t('logKind'),
      t('exportAuthor'),
      t('exportText'),
      t('exportHash'),
    ]
    const rows = shown.map((line) => {
      const { seq, at, hash } = line.entry
      return [seq, format.second(at), t(`kind_${line.kind}`), actorOf(line), sentenceOf(line), hash]
    })
    const now = format.minute(Date.now()).replace(/[-: ]/g, '')
    saveFile(csvOf([head, ...rows]), `${section}-${t('logTitle')}-${now}.csv`)
    toast.success(t('logExported', { count: rows.length }))
  }
}
