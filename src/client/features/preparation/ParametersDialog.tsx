import { Button, Checkbox, Heading, Input, NativeSelect, Stack, Textarea } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastIfRefused } from '#client/session/toast-if-refused.ts'
import { useSend, useSession } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { controlPriceRemarkLength, drawNoteLength } from '#domain/tender/parameter-lengths.ts'
import { controlPriceProblem } from '#domain/tender/tender-file.ts'
import { changedFields } from './changed-fields.ts'
import { useReadOnlyParameters } from './read-only-parameters.ts'
import { usePriceUnit } from './use-price-unit.ts'

const industries = [1, 2, 3, 4, 5, 99]

/** What the opener may change of the evaluation parameters before the opening (TEN-11). */
export function ParametersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('preparation')
  const formId = useId()
  const send = useSend()
  const say = useMessage()
  const tender = useSession(({ state }) => state.tender)
  const price = useSession(({ state }) => state.controlPrice)
  const readOnly = useReadOnlyParameters()
  const unit = usePriceUnit()
  const [opened] = useState(() => ({
    industry: tender?.industry ?? 0,
    controlPrice: price?.price ?? '',
    controlPriceRemark: price?.remark ?? '',
    drawNote: tender?.drawNote ?? '',
    billOfQuantities: tender?.billOfQuantities ?? false,
  }))
  const [typed, setTyped] = useState(opened)
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const problem = controlPriceProblem(typed.controlPrice.trim())
  const change = (part: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...part }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (problem) return
    setBusy(true)
    // What was left alone may have been changed meanwhile, by an import for one.
    const changed = changedFields(opened, { ...typed, controlPrice: typed.controlPrice.trim() })
    const stands = await toastIfRefused(send('SetEvaluationParameters', changed), {
      failed: t('common:changeFailed'),
    })
    setBusy(false)
    if (!stands) return
    toast.success(t('parameters.saved'))
    onClose()
  }

  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose()
      }}
      title={t('parameters.edit')}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            {t('parameters.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="4">
          <IndustryField value={typed.industry} onChange={(industry) => change({ industry })} />
          <Field
            label={t('parameters.controlPrice')}
            unit={unit}
            limit={t('parameters.priceLimit')}
            error={checked && problem ? say({ code: problem }) : undefined}
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              maxLength={40}
              value={typed.controlPrice}
              onChange={(event) => change({ controlPrice: event.currentTarget.value })}
              onBlur={() => setChecked(true)}
            />
          </Field>
          <Field
            label={t('parameters.priceRemark')}
            limit={t('parameters.remarkLimit', { maximum: controlPriceRemarkLength })}
          >
            <Textarea
              rows={2}
              maxLength={controlPriceRemarkLength}
              value={typed.controlPriceRemark}
              onChange={(event) => change({ controlPriceRemark: event.currentTarget.value })}
            />
          </Field>
          <Field
            label={t('parameters.drawNote')}
            limit={t('parameters.remarkLimit', { maximum: drawNoteLength })}
          >
            <Input
              autoComplete="off"
              maxLength={drawNoteLength}
              value={typed.drawNote}
              onChange={(event) => change({ drawNote: event.currentTarget.value })}
            />
          </Field>
          <Checkbox.Root
            checked={typed.billOfQuantities}
            onCheckedChange={(details) => change({ billOfQuantities: details.checked === true })}
          >
            <Checkbox.HiddenInput />
            <Checkbox.Control />
            <Checkbox.Label>{t('parameters.billOfQuantities')}</Checkbox.Label>
          </Checkbox.Root>
          <Stack gap="1" borderTopWidth="1px" pt="3">
            <Heading as="h3" size="sm">
              {t('parameters.readOnly')}
            </Heading>
            <DescriptionList items={readOnly} />
          </Stack>
        </Stack>
      </form>
    </Dialog>
  )
}

/** The usual codes, and the one that stands where it is another. */
function IndustryField({ value, onChange }: { value: number; onChange: (code: number) => void }) {
  const { t } = useTranslation('steps')
  const codes = industries.includes(value) ? industries : [value, ...industries]
  return (
    <Field label={t('preparation.industry')}>
      <NativeSelect.Root>
        <NativeSelect.Field
          value={value}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        >
          {codes.map((code) => (
            <option key={code} value={code}>
              {t(`preparation.industries.${code}`, {
                defaultValue: t('preparation.otherCode', { code }),
              })}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field>
  )
}
