import { Box, Button, Flex, Input, NativeSelect } from '@chakra-ui/react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayField } from '#client/ui/DayField.tsx'
import { isDay } from '#client/ui/days.ts'
import { Field } from '#client/ui/Field.tsx'
import { ChevronIcon } from '#client/ui/icons.tsx'
import { trailKinds } from '#domain/trail/trail-line.ts'
import { noFilter, type TrailFilter } from './trail-address.ts'

interface TrailFiltersProps {
  readonly value: TrailFilter
  readonly onChange: (filter: TrailFilter) => void
}

/** The trail's filters; applied with the button or Enter. On a phone they are folded. */
export function TrailFilters({ value, onChange }: TrailFiltersProps) {
  const { t } = useTranslation('trail')
  const id = useId()
  const [unfolded, setUnfolded] = useState(false)
  return (
    <Box mb="4">
      <Button
        hideFrom="md"
        size="sm"
        variant="outline"
        aria-expanded={unfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!unfolded)}
      >
        {t('filters')}
        <ChevronIcon transform={unfolded ? 'rotate(180deg)' : undefined} />
      </Button>
      <Box id={id} display={{ base: unfolded ? 'block' : 'none', md: 'block' }} mt={{ base: '3', md: '0' }}>
        <FilterForm value={value} onChange={onChange} />
      </Box>
    </Box>
  )
}

function FilterForm({ value, onChange }: TrailFiltersProps) {
  const { t } = useTranslation('trail')
  const [typed, setTyped] = useState(value)
  // Back and forward change the filter in the address.
  useEffect(() => setTyped(value), [value])
  const isDisordered = isDay(typed.from) && isDay(typed.to) && typed.to < typed.from
  const areDays = [typed.from, typed.to].every((day) => day === '' || isDay(day))
  const type = (changed: Partial<TrailFilter>) => setTyped({ ...typed, ...changed })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isDisordered || !areDays) return
    onChange({ ...typed, account: typed.account.trim(), section: typed.section.trim() })
  }

  /** Also resets changes that were not applied yet. */
  function reset() {
    setTyped(value)
    onChange(noFilter)
  }

  const order = isDisordered && t('dateOrder')
  return (
    <Flex
      as="form"
      role="search"
      aria-label={t('filters')}
      onSubmit={submit}
      gap="3"
      wrap="wrap"
      align="flex-end"
    >
      <KindField value={typed.kind} onChange={(kind) => type({ kind })} />
      <TextField label={t('filterAccount')} value={typed.account} onType={(account) => type({ account })} />
      <TextField label={t('filterSection')} value={typed.section} onType={(section) => type({ section })} />
      <Day label={t('filterFrom')} value={typed.from} onType={(from) => type({ from })} />
      <Day label={t('filterTo')} value={typed.to} onType={(to) => type({ to })} error={order} />
      <Flex gap="2">
        <Button type="submit" variant="outline">
          {t('common:search')}
        </Button>
        <Button variant="ghost" onClick={reset}>
          {t('common:reset')}
        </Button>
      </Flex>
    </Flex>
  )
}

interface InputProps {
  readonly label: string
  readonly value: string
  readonly onType: (value: string) => void
  readonly error?: string | false
}

function TextField({ label, value, onType }: InputProps) {
  return (
    <Box flex={{ base: '1 1 100%', sm: '0 1 14rem' }}>
      <Field label={label}>
        <Input
          type="search"
          maxLength={100}
          value={value}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      </Field>
    </Box>
  )
}

function Day({ label, value, onType, error = false }: InputProps) {
  return (
    <Box flex={{ base: '1 1 9rem', sm: '0 0 11rem' }}>
      <DayField label={label} value={value} onChange={onType} error={error} />
    </Box>
  )
}

function KindField({
  value,
  onChange,
}: {
  value: TrailFilter['kind']
  onChange: (kind: TrailFilter['kind']) => void
}) {
  const { t } = useTranslation('trail')
  return (
    <Box flex={{ base: '1 1 100%', sm: '0 0 11rem' }}>
      <Field label={t('filterKind')}>
        <NativeSelect.Root>
          <NativeSelect.Field
            value={value ?? ''}
            onChange={({ currentTarget }) =>
              onChange(trailKinds.find((kind) => kind === currentTarget.value) ?? null)
            }
          >
            <option value="">{t('common:all')}</option>
            {trailKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kind_${kind}`)}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </Field>
    </Box>
  )
}
