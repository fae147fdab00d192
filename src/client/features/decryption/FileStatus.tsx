import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { StatusBadge, type Tone } from '#client/ui/StatusBadge.tsx'
import type { FileState } from '#domain/submission/bid-state.ts'
import { isEncrypted } from '#domain/tender/tender.ts'

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

/** Called otherwise where nothing is decrypted. */
const plainWords: Readonly<Partial<Record<FileState['status'], string>>> = {
  sealed: 'sealedPlain',
  opening: 'openingPlain',
  imported: 'importedPlain',
}

/** Where a bid file stands, as icon and word: 撤销 for the bidder's cause, 撤回 for any other. */
export function FileStatus({ file }: { file: FileState }) {
  const { t } = useTranslation('steps')
  const encrypted = useSession(({ state }) => isEncrypted(state))
  const word = wordOf(file, encrypted)
  return <StatusBadge tone={tones[file.status]}>{t(`file.${word}`)}</StatusBadge>
}

/** Why a file did not open. */
export function FileCause({ file }: { file: FileState }) {
  const { t } = useTranslation('steps')
  return 'cause' in file ? t(`file.cause.${file.cause}`) : '—'
}

function wordOf(file: FileState, encrypted: boolean): string {
  if (file.status === 'failed') return file.kind
  return (!encrypted && plainWords[file.status]) || file.status
}
