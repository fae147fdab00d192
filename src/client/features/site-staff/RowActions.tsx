import { Button, Flex } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActButton } from '#client/ui/ActButton.tsx'
import type { Row } from './use-staff-rows.ts'

interface RowActionsProps {
  readonly row: Row
  readonly onEdit: () => void
  readonly onSave: () => Promise<void>
  readonly onDiscard: () => void
  readonly onRemove: () => void
}

/** Save and cancel for a row that is edited, else edit and delete; the labels name the person. */
export function RowActions({ row, onEdit, onSave, onDiscard, onRemove }: RowActionsProps) {
  const { t } = useTranslation('personnel')
  const [busy, setBusy] = useState(false)
  const name = row.member?.name ?? t('newRow')

  async function save() {
    setBusy(true)
    await onSave()
    setBusy(false)
  }

  return (
    <Flex gap="2" justify="flex-end" wrap="wrap">
      {row.typed ? (
        <>
          <ActButton size="xs" loading={busy} aria-label={t('saveRow', { name })} onClick={save}>
            {t('save')}
          </ActButton>
          <Button
            size="xs"
            variant="outline"
            disabled={busy}
            aria-label={t('discardRow', { name })}
            onClick={onDiscard}
          >
            {t('discard')}
          </Button>
        </>
      ) : (
        <>
          <ActButton size="xs" variant="outline" aria-label={t('changeRow', { name })} onClick={onEdit}>
            {t('change')}
          </ActButton>
          <ActButton size="xs" variant="outline" aria-label={t('removeRow', { name })} onClick={onRemove}>
            {t('remove')}
          </ActButton>
        </>
      )}
    </Flex>
  )
}
