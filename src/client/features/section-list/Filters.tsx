import { Box, Button, Flex, Input, NativeSelect } from '@chakra-ui/react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVariant } from '#client/store/variant.tsx'
import { Field } from '#client/ui/Field.tsx'
import { ChevronIcon } from '#client/ui/icons.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { type Choice, type CodeFilter, choicesOf } from './filter-choices.ts'
import { type ListFilter, type ListTab, noFilter } from './section-list-address.ts'

interface FiltersProps {
  readonly tab: ListTab
  /** The filter with its dates, by default the variant's recent days. */
  readonly value: ListFilter & { readonly dates: { readonly from: string; readonly to: string } }
  readonly onChange: (filter: ListFilter) => void
}

type Typed = FiltersProps['value']

/** The variant's filters in the variant's order; applied with the button or Enter. */
export function Filters({ tab, value, onChange }: FiltersProps) {
  const { t } = useTranslation('hall')
  const { hall } = useVariant()
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [unfolded, setUnfolded] = useState(false)
  // Back and forward change the filter in the address.
  useEffect(() => setTyped(value), [value])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isDisordered(typed.dates)) onChange({ ...typed, text: typed.text.trim() })
  }

  /** Also resets changes that were not applied yet. */
  function reset() {
    setTyped(value)
    onChange(noFilter)
  }

  return (
    <Box mb={{ base: '2', md: '4' }}>
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
      <Box
        as="form"
        id={id}
        role="search"
        aria-label={t('filters')}
        onSubmit={submit}
        display={{ base: unfolded ? 'block' : 'none', md: 'block' }}
        mt={{ base: '3', md: '0' }}
      >
        <Flex gap="3" wrap="wrap" align="flex-end">
          {(tab === 'open' ? hall.openFilters : hall.endedFilters).map((filter) => (
            <FilterField key={filter} filter={filter} typed={typed} onType={setTyped} />
          ))}
          <Flex gap="2">
            <Button type="submit" variant="outline">
              {t('common:search')}
            </Button>
            <Button variant="ghost" onClick={reset}>
              {t('common:reset')}
            </Button>
          </Flex>
        </Flex>
      </Box>
    </Box>
  )
}

interface FilterFieldProps {
  readonly filter: CodeFilter | 'dates' | 'text'
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
}

function FilterField({ filter, typed, onType }: FilterFieldProps) {
  const { t } = useTranslation('hall')
  const { hall } = useVariant()
  if (filter === 'dates') {
    return <DatesField value={typed.dates} onChange={(dates) => onType({ ...typed, dates })} />
  }
  if (filter === 'text') {
    return (
      <Box flex="1 1 14rem" maxW={{ sm: '24rem' }}>
        <Field label={t('filterText')}>
          <Input
            type="search"
            maxLength={100}
            value={typed.text}
            onChange={(event) => onType({ ...typed, text: event.currentTarget.value })}
          />
        </Field>
      </Box>
    )
  }
  return (
    <CodeSelect
      label={t(labels[filter])}
      choices={choicesOf(filter, hall, typed.projectKind)}
      value={typed[filter]}
      onChange={(code) => onType({ ...typed, ...resetBy(filter), [filter]: code })}
    />
  )
}

const labels = {
  industry: 'filterIndustry',
  openingType: 'filterType',
  projectKind: 'filterKind',
  specialty: 'filterSpecialty',
  procurement: 'filterProcurement',
  qualificationMethod: 'filterMethod',
} as const

/** A specialty belongs to its project kind; a procurement is a specialty under another name (LST-4). */
function resetBy(filter: CodeFilter): Partial<Record<CodeFilter, null>> {
  if (filter === 'projectKind') return { specialty: null, procurement: null }
  if (filter === 'specialty') return { procurement: null }
  return filter === 'procurement' ? { specialty: null } : {}
}

interface CodeSelectProps {
  readonly label: string
  readonly choices: readonly Choice[] | null
  readonly value: number | null
  readonly onChange: (code: number | null) => void
}

/** Null means all. Without choices the project kind has to be chosen first. */
function CodeSelect({ label, choices, value, onChange }: CodeSelectProps) {
  const { t } = useTranslation('hall')
  const language = useNameLanguage()
  return (
    <Box w={{ base: 'full', sm: '10rem' }}>
      <Field label={label} disabled={choices === null}>
        <NativeSelect.Root disabled={choices === null}>
          <NativeSelect.Field
            value={value ?? ''}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
            }
          >
            {choices === null && <option value="">{t('kindFirst')}</option>}
            {choices?.map(({ code, name }) => (
              <option key={code ?? 'all'} value={code ?? ''}>
                {name ? name[language] : t('common:all')}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </Field>
    </Box>
  )
}

interface DatesFieldProps {
  readonly value: Typed['dates']
  readonly onChange: (dates: Typed['dates']) => void
}

function DatesField({ value, onChange }: DatesFieldProps) {
  const { t } = useTranslation('hall')
  const days = { from: t('filterFrom'), to: t('filterTo') }
  return (
    <Flex gap="3" wrap="wrap" flex={{ base: '1 1 100%', sm: '0 0 auto' }}>
      {(['from', 'to'] as const).map((end) => (
        <Box key={end} flex={{ base: '1 1 9rem', sm: '0 0 10rem' }}>
          <Field label={days[end]} error={end === 'to' && isDisordered(value) && t('dateOrder')}>
            <Input
              type="date"
              value={value[end]}
              onChange={(event) => onChange({ ...value, [end]: event.currentTarget.value })}
            />
          </Field>
        </Box>
      ))}
    </Flex>
  )
}

function isDisordered({ from, to }: Typed['dates']): boolean {
  return from !== '' && to !== '' && to < from
}
