import { type ReactNode, useState } from 'react'
import { ActButton } from './ActButton.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { SealIcon } from './icons.tsx'

interface OfficialActButtonProps {
  /** The act, on the button and as the dialog's title: 下达解密指令. */
  readonly label: string
  /** The consequences. */
  readonly children: ReactNode
  readonly whom?: string
  /** Said in the place of the sentence that it cannot be undone: how it can be. */
  readonly undo?: string
  readonly disabled?: boolean
  /** False: not what is to be done next, and drawn in outline, so that one act alone stands out. */
  readonly isNext?: boolean
  /** Checked before the dialog opens; false keeps it closed. */
  readonly check?: () => boolean
  /** Resolves to false when it was refused: the dialog stays open. */
  readonly onConfirm: () => Promise<boolean>
}

/**
 * An official act, performed after a confirm dialog. Its button is in the seal's red, or drawn in outline where another act
 * comes first.
 */
export function OfficialActButton({
  label,
  children,
  whom,
  undo,
  disabled,
  isNext = true,
  check,
  onConfirm,
}: OfficialActButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActButton
        colorPalette="seal"
        variant={isNext ? 'solid' : 'outline'}
        data-official-act={isNext ? 'next' : 'secondary'}
        alignSelf="flex-start"
        disabled={disabled ?? false}
        onClick={() => {
          if (check?.() ?? true) setOpen(true)
        }}
      >
        <SealIcon />
        {label}
      </ActButton>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={label}
        onConfirm={onConfirm}
        {...(whom ? { whom } : {})}
        {...(undo ? { undo } : {})}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
