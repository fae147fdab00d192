import { Badge, Box, Button, Flex, Input, NativeSelect, Text } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVariant } from '#client/store/variant.tsx'
import { DayField } from '#client/ui/DayField.tsx'
import { isDay } from '#client/ui/days.ts'
import { Field } from '#client/ui/Field.tsx'
import { ChevronIcon } from '#client/ui/icons.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { type Choice, type CodeFilter, choicesOf } from './filter-choices.ts'
import { type ListFilter, type ListTab, noFilter } from './section-list-address.ts'

interface FiltersProps {
  readonly tab: ListTab
  /** The filter with its dates, by default the variant's recent days; without dates where there is a text. */
  readonly value: ListFilter & { readonly dates: { readonly from: string; readonly to: string } }
  /** Whether the dates were chosen, and are not the default. */
  readonly isDated: boolean
  readonly onChange: (filter: ListFilter) => void
  /** Stands at the end of the search's line. */
  readonly children: ReactNode
  /** On a phone the order of the list is behind the button, too. */
  readonly phoneSort: ReactNode
}

type Typed = FiltersProps['value']

/** The search for a name or code, which finds sections of any day, and the variant's filters behind a button. */
export function Filters({ tab, value, isDated, onChange, children, phoneSort }: FiltersProps) {
  const { t } = useTranslation('hall')
  const { hall } = useVariant()
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [unfolded, setUnfolded] = useState(false)
  // Back and forward change the filter in the address.
  useEffect(() => setTyped(value), [value])
  const filters: readonly FilterName[] = tab === 'open' ? hall.openFilters : hall.endedFilters
  const folded = filters.filter((name) => name !== 'text')
  const set = folded.filter((name) => isSet(name, value, isDated)).length

  function submit(event: FormEvent) {
    event.preventDefault()
    const { from, to } = typed.dates
    const isRight = [from, to].every((day) => day === '' || isDay(day)) && !isDisordered(typed.dates)
    if (isRight) onChange({ ...typed, text: typed.text.trim() })
    // The message stands beside the dates.
    else setUnfolded(true)
  }

  /** Also resets changes that were not applied yet. */
  function reset() {
    setTyped(value)
    onChange(noFilter)
  }

  return (
    <Box as="form" role="search" aria-label={t('filters')} onSubmit={submit} mb={{ base: '2', md: '4' }}>
      <Flex gap="2" wrap="wrap" align="flex-end">
        {filters.includes('text') && (
          <>
            <Box flex="1 1 14rem" maxW={{ sm: '26rem' }}>
              <Field label={t('filterText')}>
                <Input
                  type="search"
                  maxLength={100}
                  placeholder={t('agenda:searchWhere')}
                  value={typed.text}
                  onChange={({ currentTarget }) => setTyped({ ...typed, text: currentTarget.value })}
                />
              </Field>
            </Box>
            <Button type="submit" variant="outline">
              {t('common:search')}
            </Button>
          </>
        )}
        {folded.length > 0 && (
          <Button
            variant="outline"
            px={{ base: '3', md: '4' }}
            aria-expanded={unfolded}
            aria-controls={id}
            onClick={() => setUnfolded(!unfolded)}
          >
            {t('filters')}
            {set > 0 && <Badge colorPalette="info">{t('agenda:filterSet', { count: set })}</Badge>}
            <ChevronIcon transform={unfolded ? 'rotate(180deg)' : undefined} />
          </Button>
        )}
        {(set > 0 || value.text !== '') && (
          <Button variant="ghost" onClick={reset}>
            {t('common:reset')}
          </Button>
        )}
        {children}
      </Flex>
      <Flex
        id={id}
        display={unfolded ? 'flex' : 'none'}
        gap="3"
        wrap="wrap"
        align="flex-end"
        mt="3"
        p="3"
        borderWidth="1px"
        rounded="md"
        bg="bg.panel"
      >
        {unfolded && phoneSort}
        {unfolded &&
          folded.map((filter) => (
            <FilterField key={filter} filter={filter} typed={typed} onType={setTyped} />
          ))}
        <Button type="submit" variant="outline">
          {t('agenda:applyFilters')}
        </Button>
      </Flex>
    </Box>
  )
}

type FilterName = CodeFilter | 'dates' | 'text'

function isSet(name: FilterName, value: ListFilter, isDated: boolean): boolean {
  return name === 'dates' ? isDated && value.text === '' : value[name] !== null
}

interface FilterFieldProps {
  readonly filter: CodeFilter | 'dates'
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
}

function FilterField({ filter, typed, onType }: FilterFieldProps) {
  const { t } = useTranslation('hall')
  const { hall } = useVariant()
  if (filter === 'dates') {
    const idle = typed.text.trim() !== ''
    return <DatesField value={typed.dates} idle={idle} onChange={(dates) => onType({ ...typed, dates })} />
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
  /** A text is searched on all days. */
  readonly idle: boolean
  readonly onChange: (dates: Typed['dates']) => void
}

function DatesField({ value, idle, onChange }: DatesFieldProps) {
  const { t } = useTranslation('hall')
  const days = { from: t('filterFrom'), to: t('filterTo') }
  return (
    <Flex gap="3" wrap="wrap" flex={{ base: '1 1 100%', sm: '0 0 auto' }}>
      {(['from', 'to'] as const).map((end) => (
        <Box key={end} flex={{ base: '1 1 9rem', sm: '0 0 11rem' }}>
          <DayField
            label={days[end]}
            disabled={idle}
            error={end === 'to' && isDisordered(value) && t('dateOrder')}
            value={value[end]}
            onChange={(day) => onChange({ ...value, [end]: day })}
          />
        </Box>
      ))}
      {idle && (
        <Text textStyle="sm" color="fg.muted" flexBasis="full">
          {t('agenda:datesIdle')}
        </Text>
      )}
    </Flex>
  )
}

function isDisordered({ from, to }: Typed['dates']): boolean {
  return isDay(from) && isDay(to) && to < from
}
