import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEarlier, useKeptEntries, useSession } from '#client/store/session-provider.tsx'
import type { WholeLogReading } from '#client/store/use-whole-log-reading.ts'
import { useVariant } from '#client/store/variant.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { toast } from '#client/ui/Toast.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { csvOf } from './log-csv.ts'
import { timeOf } from './log-lines.ts'
import type { FilteredLog } from './use-filtered-log.ts'

interface Export {
  /** Earlier entries are being read before the export. */
  readonly waiting: boolean
  start(): void
}

/**
 * Saves the lines shown as a file, oldest first, each with its entry's hash, which is the same for all viewers. Earlier
 * entries that are not loaded are read first; if that fails nothing is saved.
 */
export function useExport({ shown, sentenceOf, actorOf }: FilteredLog, past: WholeLogReading): Export {
  const { t } = useTranslation('shell')
  const { timeZone } = useVariant()
  const format = useTimeFormat()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const { earlier } = useEarlier()
  const [waiting, setWaiting] = useState(false)
  useKeptEntries(waiting)

  function save(): void {
    const head = [
      t('exportSeq'),
      t('exportTime', { timeZone }),
      t('logKind'),
      t('exportAuthor'),
      t('exportText'),
      t('exportHash'),
    ]
    const rows = shown.map((line) => {
      // A warning has no entry.
      const { seq, hash } = line.warning ? { seq: '', hash: '' } : line.entry
      const at = format.second(timeOf(line))
      return [seq, at, t(`kind_${line.kind}`), actorOf(line), sentenceOf(line), hash]
    })
    const now = format.minute(Date.now()).replace(/[-: ]/g, '')
    saveFile(csvOf([head, ...rows]), `${section}-${t('logTitle')}-${now}.csv`)
    toast.success(t('logExported', { count: rows.length }))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the reading has ended, not when lines change
  useEffect(() => {
    if (!waiting || past.reading) return
    setWaiting(false)
    if (earlier === 'none') save()
    else if (earlier === 'failed' || earlier === 'broken') toast.error(t('logExportPartial'))
  }, [waiting, past.reading, earlier])

  return {
    waiting,
    start() {
      if (earlier === 'none') return save()
      past.read()
      setWaiting(true)
    },
  }
}
