import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#client/ui/Toast.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import { fileOfColumn } from '#domain/tender/tender.ts'
import type { SealedBid } from '#seal/seal-bid.ts'
import { BidForm } from './BidForm.tsx'
import { FileKeyPanel } from './FileKeyPanel.tsx'
import type { SealingInfo } from './use-sealing-info.ts'

interface SealingStepsProps {
  readonly info: SealingInfo
  /** The file that is sealed. */
  readonly kind: BidFileKind
  readonly sealed: SealedBid | null
  readonly onSealed: (sealed: SealedBid | null) => void
  readonly onSubmitted: () => void
}

/** First the form, then the file key and the submission. The draft is kept until the bid was received. */
export function SealingSteps({ info, kind, sealed, onSealed, onSubmitted }: SealingStepsProps) {
  const { t } = useTranslation('sealing')
  const columns = info.columns.filter((column) => fileOfColumn(column) === kind)
  const empty = Object.fromEntries(columns.map(({ key }) => [key, '']))
  const { draft, change, clear } = useDraft(`seal.${info.bdGuid}.${kind}`, empty)
  const [files, setFiles] = useState<readonly File[]>([])
  if (sealed) {
    return (
      <FileKeyPanel
        info={info}
        kind={kind}
        sealed={sealed}
        onBack={() => onSealed(null)}
        onSubmitted={() => {
          clear()
          toast.success(t('received'))
          onSubmitted()
        }}
      />
    )
  }
  return (
    <BidForm
      info={info}
      kind={kind}
      columns={columns}
      typed={draft}
      onType={change}
      files={files}
      onFiles={setFiles}
      onSealed={onSealed}
    />
  )
}
