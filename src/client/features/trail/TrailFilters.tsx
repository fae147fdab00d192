import { Box, Button, Flex, Input, NativeSelect } from '@chakra-ui/react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/ui/Field.tsx'
import { trailKinds } from '#domain/trail/trail-line.ts'
import { noFilter, type TrailFilter } from './trail-address.ts'

interface TrailFiltersProps {
  readonly value: TrailFilter
  readonly onChange: (filter: TrailFilter) => void
}

/** The trail's filters; applied with the button or Enter. */
export function TrailFilters({ value, onChange }: TrailFiltersProps) {
  const { t } = useTranslation('trail')
  const [typed, setTyped] = useState(value)
  // Back and forward change the filter in the address.
  useEffect(() => setTyped(value), [value])
  const isDisordered = typed.from !== '' && typed.to !== '' && typed.to < typed.from

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isDisordered) onChange({ ...typed, account: typed.account.trim(), section: typed.section.trim() })
  }

  const text = (name: 'account' | 'section', label: string) => (
    <Box flex={{ base: '1 1 100%', sm: '0 1 14rem' }}>
      <Field label={label}>
        <Input
          type="search"
          maxLength={100}
          value={typed[name]}
          onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
        />
      </Field>
    </Box>
  )
  const day = (name: 'from' | 'to', label: string) => (
    <Box flex={{ base: '1 1 9rem', sm: '0 0 10rem' }}>
      <Field label={label} error={name === 'to' && isDisordered && t('dateOrder')}>
        <Input
          type="date"
          value={typed[name]}
          onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
        />
      </Field>
    </Box>
  )
  return (
    <Flex
      as="form"
      role="search"
      aria-label={t('filters')}
      onSubmit={submit}
      gap="3"
      wrap="wrap"
      align="flex-end"
      mb="4"
    >
      <KindField value={typed.kind} onChange={(kind) => setTyped({ ...typed, kind })} />
      {text('account', t('filterAccount'))}
      {text('section', t('filterSection'))}
      {day('from', t('filterFrom'))}
      {day('to', t('filterTo'))}
      <Flex gap="2">
        <Button type="submit" variant="outline">
          {t('common:search')}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            setTyped(value)
            onChange(noFilter)
          }}
        >
          {t('common:reset')}
        </Button>
      </Flex>
    </Flex>
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
