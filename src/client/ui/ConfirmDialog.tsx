import { Button, Flex, Text } from '@chakra-ui/react'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import { InfoIcon, SealIcon, WarningIcon } from './icons.tsx'

interface ConfirmDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /** The act, as on the button that opened the dialog: 下达解密指令. */
  readonly title: string
  /** One or two sentences about the consequences. */
  readonly children?: ReactNode
  /** Whom it affects. */
  readonly whom?: string
  readonly confirmLabel?: string
  /** Shows the seal's red and the sentence that it cannot be undone; the default. */
  readonly official?: boolean
  /** Said in the place of the sentence that it cannot be undone: how it can be, or who can. */
  readonly undo?: string
  /** It can be undone by whoever does it: that is no warning. */
  readonly reversible?: boolean
  /** Performs the act; the dialog closes unless it resolves to false. */
  readonly onConfirm: () => Promise<unknown> | unknown
}

/**
 * The confirm dialog: the act, whom it affects, and that it cannot be undone. Its first field has the focus; the button
 * that cancels has it where there is none, and where a keyboard on the screen would cover the text.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, whom, confirmLabel, official = true, onConfirm } = props
  const { undo, reversible = false } = props
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)

  async function confirm() {
    setBusy(true)
    try {
      if ((await onConfirm()) !== false) onClose()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        if (!busy) onClose()
      }}
      title={title}
      role="alertdialog"
      initialFocus={() => firstField(cancel.current) ?? cancel.current}
      footer={
        <>
          {official && <WhetherUndone undo={undo ?? t('irreversible')} reversible={reversible} />}
          <Button ref={cancel} variant="outline" {...steady} onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button
            colorPalette={official ? 'seal' : 'ink'}
            {...steady}
            onClick={confirm}
            loading={busy}
            loadingText={t('working')}
          >
            {official && <SealIcon />}
            {confirmLabel ?? title}
          </Button>
        </>
      }
    >
      {children}
      {whom && (
        <Text mt="2" fontWeight="medium">
          {t('affects', { whom })}
        </Text>
      )}
    </Dialog>
  )
}

/** Stands above the buttons, so that it is in sight however long the form is. */
function WhetherUndone({ undo, reversible }: { readonly undo: string; readonly reversible: boolean }) {
  return (
    <Flex flexBasis="full" mb="2" align="center" gap="2" color={reversible ? 'fg.muted' : 'fg.warning'}>
      {reversible ? <InfoIcon flexShrink={0} /> : <WarningIcon flexShrink={0} />}
      <Text>{undo}</Text>
    </Flex>
  )
}

/** Leaves the focus in the field while it is pressed: a message on leaving would move it from under the pointer. */
const steady = { onMouseDown: (event: MouseEvent) => event.preventDefault() }

function firstField(cancel: HTMLElement | null): HTMLElement | null {
  if (typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches) return null
  return cancel?.closest('[role=alertdialog]')?.querySelector<HTMLElement>(fields) ?? null
}

const fields = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'
