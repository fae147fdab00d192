import { Box, Text } from '@chakra-ui/react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVariant } from '#client/store/variant.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { Panel } from '#client/ui/Panel.tsx'
import { toast } from '#client/ui/Toast.tsx'
import type { StaffField, StaffKind } from '#domain/preparation/site-staff.ts'
import { RowActions } from './RowActions.tsx'
import { RowInput } from './RowInput.tsx'
import { type Row, useStaffRows } from './use-staff-rows.ts'

/** One of the four tables: name, unit, contact; rows are added, saved, edited and deleted one by one (PRE-8). */
export function SiteStaffTable({ kind, editable }: { kind: StaffKind; editable: boolean }) {
  const { t } = useTranslation('personnel')
  const table = useStaffRows(kind)
  const [unsaved, setUnsaved] = useState(false)
  const [removing, setRemoving] = useState<Row | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const title = t(`table.${kind}`)

  /** The focused field is removed: the table's button gets the focus. */
  const finish = () => {
    setUnsaved(false)
    addButton.current?.focus()
  }

  async function save(row: Row): Promise<void> {
    if (!(await table.save(row))) return
    toast.success(t(row.member ? 'changed' : 'added'))
    finish()
  }

  const actions = (row: Row) => (
    <RowActions
      row={row}
      onEdit={() => table.edit(row)}
      onSave={() => save(row)}
      onDiscard={() => {
        table.leave(row.id)
        finish()
      }}
      onRemove={() => setRemoving(row)}
    />
  )
  const field = (row: Row, name: StaffField, label: string) => (
    <FieldCell table={table} row={row} name={name} label={label} editable={editable} />
  )

  return (
    <Panel
      level="h3"
      title={title}
      actions={
        editable && <AddButton ref={addButton} table={title} onClick={() => setUnsaved(!table.add())} />
      }
    >
      <DataTable
        caption={title}
        columns={useColumns(kind, { field, actions: editable ? actions : null })}
        rows={editable ? table.rows : table.rows.filter(({ member }) => member !== null)}
        rowKey={(row) => row.id}
        empty={t('empty')}
      />
      <Notes typing={editable && table.rows.some(({ typed }) => typed)} unsaved={unsaved} />
      <RemoveDialog
        name={removing?.member?.name ?? null}
        table={title}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && table.remove(removing)}
      />
    </Panel>
  )
}

interface AddButtonProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly table: string
  readonly onClick: () => void
}

function AddButton({ ref, table, onClick }: AddButtonProps) {
  const { t } = useTranslation('personnel')
  return (
    <ActButton ref={ref} size="sm" variant="outline" aria-label={t('addTo', { table })} onClick={onClick}>
      {t('add')}
    </ActButton>
  )
}

interface FieldCellProps {
  readonly table: Pick<ReturnType<typeof useStaffRows>, 'problemOf' | 'type' | 'blur'>
  readonly row: Row
  readonly name: StaffField
  /** The column's head. */
  readonly label: string
  readonly editable: boolean
}

function FieldCell({ table, row, name, label, editable }: FieldCellProps) {
  if (!row.typed || !editable) return row.member?.[name] || '—'
  return (
    <RowInput
      label={label}
      value={row.typed[name]}
      error={table.problemOf(row, name)}
      first={name === 'name'}
      onChange={(value) => table.type(row, name, value)}
      onBlur={() => table.blur(row, name)}
    />
  )
}

/** Notes below the rows: the form of a contact, and why no further row was added (PRE-9, PRE-12). */
function Notes({ typing, unsaved }: { typing: boolean; unsaved: boolean }) {
  const { t } = useTranslation('personnel')
  const { contacts } = useVariant().rules
  return (
    <>
      {typing && (
        <Text textStyle="sm" color="fg.muted" mt="2">
          {t(contacts.serviceNumbers ? 'contactHintService' : 'contactHint', {
            prefixes: contacts.mobilePrefixes.join(t('prefixComma')),
          })}
        </Text>
      )}
      <Box aria-live="assertive">
        {unsaved && (
          <Text color="fg.error" mt="2">
            {t('saveFirst')}
          </Text>
        )}
      </Box>
    </>
  )
}

interface RemoveDialogProps {
  /** The name in the row to remove; null while the dialog is closed. */
  readonly name: string | null
  readonly table: string
  readonly onClose: () => void
  readonly onConfirm: () => Promise<boolean> | null
}

function RemoveDialog({ name, table, onClose, onConfirm }: RemoveDialogProps) {
  const { t } = useTranslation('personnel')

  async function remove(): Promise<boolean> {
    const done = (await onConfirm()) === true
    if (done) toast.success(t('removed'))
    return done
  }

  return (
    <ConfirmDialog
      open={name !== null}
      onClose={onClose}
      title={t('remove')}
      official={false}
      onConfirm={remove}
    >
      {t('removeSure', { name, table })}
    </ConfirmDialog>
  )
}

interface Cells {
  readonly field: (row: Row, name: StaffField, label: string) => ReactNode
  readonly actions: ((row: Row) => ReactNode) | null
}

/** For a project owner the unit is their legal representative (PRE-7). */
function useColumns(kind: StaffKind, { field, actions }: Cells): DataColumn<Row>[] {
  const { t } = useTranslation('personnel')
  const name = t(kind === 'owner' ? 'nameOwner' : 'name')
  const unit = t(kind === 'owner' ? 'unitOwner' : 'unit')
  const contact = t('contact')
  return [
    { key: 'name', header: name, isRowHeader: true, width: '24%', cell: (row) => field(row, 'name', name) },
    { key: 'unit', header: unit, width: '30%', cell: (row) => field(row, 'unit', unit) },
    {
      key: 'contact',
      header: contact,
      cell: (row) => (
        <>
          {field(row, 'contact', contact)}
          {row.member?.importedFrom && !row.typed && (
            <Text textStyle="xs" color="fg.muted">
              {t('importedFrom', { code: row.member.importedFrom })}
            </Text>
          )}
        </>
      ),
    },
    ...(actions
      ? [{ key: 'actions', header: t('actions'), bare: true, align: 'end' as const, cell: actions }]
      : []),
  ]
}
