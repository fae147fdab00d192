import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { StatusBadge, type Tone } from '#client/ui/StatusBadge.tsx'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
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

/** Text keys that differ where bids are not encrypted. */
const unencryptedKeys: Readonly<Partial<Record<FileState['status'], string>>> = {
  sealed: 'sealedPlain',
  opening: 'openingPlain',
  imported: 'importedPlain',
}

/** Text keys of the short words; the others are short anyway. */
const briefKeys: Readonly<Partial<Record<FileState['status'], string>>> = {
  'left-out': 'brief.left-out',
  refused: 'brief.refused',
  opening: 'openingPlain',
  decrypted: 'brief.decrypted',
  imported: 'importedPlain',
}

/**
 * The status of a bid file, as icon and word: 撤销 for a cause of the bidder's, 撤回 for any other. With `kind`, a short
 * word after the kind of file, on one line.
 */
export function FileStatus({ file, kind }: { file: FileState; kind?: BidFileKind }) {
  const { t } = useTranslation('steps')
  const encrypted = useSession(({ state }) => isEncrypted(state))
  const key = (kind && briefKeys[file.status]) || textKeyOf(file, encrypted)
  const status = t(`file.${key}`)
  return (
    <StatusBadge tone={tones[file.status]} brief={kind !== undefined}>
      {kind ? t('file.statusOf', { kind: t(`file.kind.${kind}`), status }) : status}
    </StatusBadge>
  )
}

/** Why a file was not opened. */
export function FileCause({ file }: { file: FileState }) {
  const { t } = useTranslation('steps')
  return 'cause' in file ? t(`file.cause.${file.cause}`) : '—'
}

function textKeyOf(file: FileState, encrypted: boolean): string {
  if (file.status === 'failed') return file.kind
  return (!encrypted && unencryptedKeys[file.status]) || file.status
}
