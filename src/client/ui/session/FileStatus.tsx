import { useTranslation } from 'react-i18next'
import type { FileState } from '#domain/state.ts'
import { StatusBadge, type Tone } from '../StatusBadge.tsx'

const tones: Readonly<Record<FileState['status'], Tone>> = {
  none: 'neutral',
  sealed: 'waiting',
  'left-out': 'warning',
  refused: 'warning',
  opening: 'info',
  decrypted: 'info',
  imported: 'done',
  failed: 'failed',
}

/** Where a bid file stands, as icon and word: 撤销 for the bidder's cause, 撤回 for any other. */
export function FileStatus({ file }: { file: FileState }) {
  const { t } = useTranslation('steps')
  const word = file.status === 'failed' ? file.kind : file.status
  return <StatusBadge tone={tones[file.status]}>{t(`file.${word}`)}</StatusBadge>
}

/** Why a file did not open. */
export function FileCause({ file }: { file: FileState }) {
  const { t } = useTranslation('steps')
  return 'cause' in file ? t(`file.cause.${file.cause}`) : '—'
}
