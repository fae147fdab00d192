import { Button, Checkbox, Heading, Input, NativeSelect, Stack, Textarea } from '@chakra-ui/react'
import { useId } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { figureText } from '#domain/submission/figures.ts'
import { controlPriceRemarkLength, drawNoteLength } from '#domain/tender/parameter-lengths.ts'
import { useReadOnlyParameters } from './read-only-parameters.ts'
import { type EditedParameters, isTypedAbove, useParametersForm } from './use-parameters-form.ts'
import { usePriceUnit } from './use-price-unit.ts'

type ParametersForm = Pick<UseFormReturn<EditedParameters>, 'register' | 'control' | 'formState'>

/** The evaluation parameters that the opener may change before the opening (TEN-11). */
export function ParametersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('preparation')
  const formId = useId()
  const { form, submit } = useParametersForm(onClose)
  const readOnly = useReadOnlyParameters()
  const busy = form.formState.isSubmitting
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
          <ParameterFields form={form} />
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

function ParameterFields({ form }: { form: ParametersForm }) {
  const { t } = useTranslation('preparation')
  const unit = usePriceUnit()
  const tender = useSession(({ state }) => state.tender)
  const { register, control, formState } = form
  const typed = useWatch({ control, name: 'controlPrice' })
  const isTooHigh = isTypedAbove(tender, typed)
  return (
    <>
      <IndustryField form={form} />
      <Field
        label={t('parameters.controlPrice')}
        unit={unit}
        limit={t('parameters.priceLimit')}
        error={formState.errors.controlPrice?.message}
      >
        <Input inputMode="decimal" autoComplete="off" maxLength={40} {...register('controlPrice')} />
      </Field>
      {isTooHigh && tender?.ceilingPrice && (
        <Notice tone="warning">
          {t('parameters.aboveCeiling', { price: figureText('money', tender.ceilingPrice), unit })}
        </Notice>
      )}
      <Field
        label={t('parameters.priceRemark')}
        limit={t('parameters.remarkLimit', { maximum: controlPriceRemarkLength })}
        error={formState.errors.controlPriceRemark?.message}
        required={isTooHigh}
      >
        <Textarea rows={2} maxLength={controlPriceRemarkLength} {...register('controlPriceRemark')} />
      </Field>
      <Field
        label={t('parameters.drawNote')}
        limit={t('parameters.remarkLimit', { maximum: drawNoteLength })}
      >
        <Input autoComplete="off" maxLength={drawNoteLength} {...register('drawNote')} />
      </Field>
      <Controller
        name="billOfQuantities"
        control={control}
        render={({ field }) => (
          <Checkbox.Root
            checked={field.value}
            onCheckedChange={({ checked }) => field.onChange(checked === true)}
          >
            <Checkbox.HiddenInput ref={field.ref} onBlur={field.onBlur} />
            <Checkbox.Control />
            <Checkbox.Label>{t('parameters.billOfQuantities')}</Checkbox.Label>
          </Checkbox.Root>
        )}
      />
    </>
  )
}

const industries = [1, 2, 3, 4, 5, 99]

/** The usual codes, and the tender's own where it has another. */
function IndustryField({ form }: { form: ParametersForm }) {
  const { t } = useTranslation('steps')
  const value = form.formState.defaultValues?.industry ?? 0
  const codes = industries.includes(value) ? industries : [value, ...industries]
  return (
    <Field label={t('preparation.industry')}>
      <NativeSelect.Root>
        <NativeSelect.Field {...form.register('industry', { valueAsNumber: true })}>
          {codes.map((code) => (
            <option key={code} value={code}>
              {t(`preparation.industries.${code}`, {
                defaultValue: t(code === 0 ? 'preparation.noCode' : 'preparation.otherCode', { code }),
              })}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field>
  )
}
