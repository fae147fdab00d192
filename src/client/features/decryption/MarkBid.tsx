import { Button, Text, Textarea } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useSend, useSession } from '#client/store/session-provider.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { markNoteLength, mayBeMarked } from '#domain/decryption/mark.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'

/** Marks an opened bid invalid, with the reason, or takes the mark back (DEC-16). */
export function MarkBid({ bidder }: { bidder: BidderState }) {
  const { t } = useTranslation('steps')
  const send = useSend()
  const markable = useSession(({ state }) => mayBeMarked(state, bidder))
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const [checked, setChecked] = useState(false)
  if (!markable) return null
  const invalid = bidder.invalid === null
  const missing = invalid && note.trim() === ''

  async function mark() {
    setChecked(true)
    if (missing) return false
    return toastIfRefused(
      send('MarkBid', { bidderCode: bidder.code, invalid, note: invalid ? note.trim() : '' }),
      {
        failed: t('common:operationFailed'),
      },
    )
  }

  return (
    <>
      <Button
        size="xs"
        variant="outline"
        onClick={() => {
          setNote('')
          setChecked(false)
          setOpen(true)
        }}
      >
        {t(invalid ? 'opening.markInvalid' : 'opening.unmark')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(invalid ? 'opening.markTitle' : 'opening.unmarkTitle')}
        official={false}
        onConfirm={mark}
      >
        <Text mb="3">{t(invalid ? 'opening.markBody' : 'opening.unmarkBody', { name: bidder.name })}</Text>
        {invalid && (
          <Field
            label={t('opening.note')}
            error={checked && missing ? t('opening.noteMissing') : undefined}
            required
          >
            <Textarea
              value={note}
              maxLength={markNoteLength}
              rows={3}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </Field>
        )}
      </ConfirmDialog>
    </>
  )
}
