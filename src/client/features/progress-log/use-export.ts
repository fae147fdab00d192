import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEarlier, useSession } from '#client/store/session-provider.tsx'
import type { WholeLogReading } from '#client/store/use-whole-log-reading.ts'
import { useVariant } from '#client/store/variant.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { toast } from '#client/ui/Toast.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { csvOf } from './log-csv.ts'
import { timeOf } from './log-lines.ts'
import type { FilteredLog } from './use-filtered-log.ts'

interface Export {
  /** What is missing of the log is being read back. */
  readonly waiting: boolean
  start(): void
}

/**
 * Saves the lines shown as a file, oldest first, each with its entry's hash: all who see an entry see that hash. Who
 * came late has the earlier entries read back first; where they cannot be had nothing is saved.
 */
export function useExport({ shown, sentenceOf, actorOf }: FilteredLog, past: WholeLogReading): Export {
  const { t } = useTranslation('shell')
  const { timeZone } = useVariant()
  const format = useTimeFormat()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const { earlier } = useEarlier()
  const [waiting, setWaiting] = useState(false)

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
      // A warning stands for no entry.
      const { seq, hash } = line.warning ? { seq: '', hash: '' } : line.entry
      const at = format.second(timeOf(line))
      return [seq, at, t(`kind_${line.kind}`), actorOf(line), sentenceOf(line), hash]
    })
    const now = format.minute(Date.now()).replace(/[-: ]/g, '')
    saveFile(csvOf([head, ...rows]), `${section}-${t('logTitle')}-${now}.csv`)
    toast.success(t('logExported', { count: rows.length }))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the reading has come to an end, not when lines change
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
