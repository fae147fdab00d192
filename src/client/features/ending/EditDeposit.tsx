import { Input, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import type { DepositRow } from '#client/session/use-deposits.ts'
import { useSend } from '#client/store/session-provider.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { type DepositField, depositFields, depositLengths } from '#domain/deposits/deposit-edit.ts'
import { characterCount } from '#lib/character-count.ts'

/** The opener edits one row of the deposit table (DEP-1); only what was changed is sent. */
export function EditDeposit({ row }: { row: DepositRow }) {
  const { t } = useTranslation('shell')
  const send = useSend()
  const [open, setOpen] = useState(false)
  const form = useEditForm()
  const { register, reset, trigger, getValues, formState } = form

  function edit() {
    reset(textsOf(row))
    setOpen(true)
  }

  async function save(): Promise<boolean> {
    if (!(await trigger())) return false
    const before = textsOf(row)
    const typed = getValues()
    const changed = depositFields.filter((field) => typed[field].trim() !== before[field])
    const changes = Object.fromEntries(changed.map((field) => [field, typed[field].trim()]))
    const done = await toastIfRefused(
      send('EditDeposits', { rows: [{ bidderCode: row.EntprsCode, ...changes }] }),
      { failed: t('common:changeFailed') },
    )
    if (done) toast.success(t('depositEdited'))
    return done
  }

  return (
    <>
      <ActButton
        size="xs"
        variant="outline"
        aria-label={t('depositEditOf', { name: row.EntprsName })}
        onClick={edit}
      >
        {t('depositEdit')}
      </ActButton>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('depositEditOf', { name: row.EntprsName })}
        confirmLabel={t('depositSave')}
        official={false}
        onConfirm={save}
      >
        <Stack gap="3">
          {depositFields.map((field) => (
            <Field
              key={field}
              label={t(labels[field])}
              limit={t('depositLimit', { maximum: depositLengths[field] })}
              error={formState.errors[field]?.message}
            >
              <Input autoComplete="off" {...register(field)} />
            </Field>
          ))}
        </Stack>
      </ConfirmDialog>
    </>
  )
}

const labels = {
  account: 'depositAccount',
  receiptNumber: 'depositReceipt',
  mode: 'depositMode',
  arrivedAt: 'depositPaid',
  remark: 'depositRemark',
  status: 'depositStatus',
} as const satisfies Record<DepositField, string>

type Texts = Record<DepositField, string>

function textsOf(row: DepositRow): Texts {
  return {
    account: row.ZhiFu_ZhangHu,
    receiptNumber: row.HuiZhi_BianHao,
    mode: row.BzjMode,
    arrivedAt: row.DaoZhang_ShiJian ?? '',
    remark: row.EditRemark,
    status: row.BzjStatus,
  }
}

function useEditForm() {
  const say = useMessage()
  const schema = useMemo(() => {
    const text = (maximum: number) =>
      z.string().refine((typed) => characterCount(typed.trim()) <= maximum, {
        error: () => say({ code: 'deposit-text-too-long', params: { maximum } }),
      })
    const fields = depositFields.map((field) => [field, text(depositLengths[field])] as const)
    return z.object(Object.fromEntries(fields) as Record<DepositField, ReturnType<typeof text>>)
  }, [say])
  const empty = Object.fromEntries(depositFields.map((field) => [field, ''])) as Texts
  const form = useForm<Texts>({ resolver: zodResolver(schema), mode: 'onTouched', defaultValues: empty })
  useTranslatedErrors(form)
  return form
}
