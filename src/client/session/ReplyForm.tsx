import { Box } from '@chakra-ui/react'
import { type ComponentProps, useState } from 'react'
import { ActButton } from '#client/ui/ActButton.tsx'
import { ObjectionTextForm } from './ObjectionTextForm.tsx'

interface ReplyFormProps extends Omit<ComponentProps<typeof ObjectionTextForm>, 'kind' | 'children'> {
  /** The button that opens the form, and its name, which says whose objection it is. */
  readonly open: { readonly text: string; readonly label: string }
}

/** The opener's reply to an objection: a button, which opens the form. */
export function ReplyForm({ open, ...form }: ReplyFormProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <ActButton size="sm" variant="outline" mt="3" aria-label={open.label} onClick={() => setIsOpen(true)}>
        {open.text}
      </ActButton>
    )
  }
  return (
    <Box mt="3">
      <ObjectionTextForm kind="reply" {...form} />
    </Box>
  )
}
