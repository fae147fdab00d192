import { Button } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { SealIcon } from './icons.tsx'

interface OfficialActButtonProps {
  /** What happens, in the button and at the head of its dialog: 下达解密指令. */
  readonly label: string
  /** What follows from it. */
  readonly children: ReactNode
  readonly whom?: string
  readonly disabled?: boolean
  /** Looked at before the dialog opens; false keeps it shut. */
  readonly check?: () => boolean
  /** Resolves with false when it was refused: the dialog stays. */
  readonly onConfirm: () => Promise<boolean>
}

/** An official act: seal red, and done only after its dialog has said for whom and that it cannot be undone. */
export function OfficialActButton({
  label,
  children,
  whom,
  disabled,
  check,
  onConfirm,
}: OfficialActButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        colorPalette="seal"
        alignSelf="flex-start"
        disabled={disabled ?? false}
        onClick={() => {
          if (check?.() ?? true) setOpen(true)
        }}
      >
        <SealIcon />
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={label}
        onConfirm={onConfirm}
        {...(whom ? { whom } : {})}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
