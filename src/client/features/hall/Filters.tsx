import { Box, Button, Flex, Input, NativeSelect } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/ui/Field.tsx'
import { ChevronIcon } from '#client/ui/icons.tsx'
import { useVariant } from '#client/variant.tsx'
import { startOfDay } from './start-of-day.ts'
import { noFilter, type SectionFilter } from './use-sections.ts'

interface FiltersProps {
  readonly value: SectionFilter
  readonly onChange: (filter: SectionFilter) => void
}

const empty = { type: '', from: '', to: '', text: '' }

/** Opening type, days and text; asked for with the button or Enter. */
export function Filters({ value, onChange }: FiltersProps) {
  const { t } = useTranslation('hall')
  const { timeZone } = useVariant()
  const id = useId()
  const [typed, setTyped] = useState(empty)
  const [unfolded, setUnfolded] = useState(false)
  const disordered = typed.from !== '' && typed.to !== '' && typed.to < typed.from

  function submit(event: FormEvent) {
    event.preventDefault()
    if (disordered) return
    onChange({
      type: typed.type === '' ? null : Number(typed.type),
      from: typed.from === '' ? null : startOfDay(typed.from, timeZone, 0),
      to: typed.to === '' ? null : startOfDay(typed.to, timeZone, 1),
      text: typed.text.trim(),
    })
  }

  const set = (field: keyof typeof empty) => (event: { currentTarget: { value: string } }) =>
    setTyped({ ...typed, [field]: event.currentTarget.value })

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
          <Box w={{ base: 'full', sm: '10rem' }}>
            <Field label={t('filterType')}>
              <NativeSelect.Root>
                <NativeSelect.Field value={typed.type} onChange={set('type')}>
                  <option value="">{t('common:all')}</option>
                  <option value="8">{t('type8')}</option>
                  <option value="16">{t('type16')}</option>
                </NativeSelect.Field>
                <NativeSelect.Indicator />
              </NativeSelect.Root>
            </Field>
          </Box>
          <Box flex={{ base: '1 1 9rem', sm: '0 0 10rem' }}>
            <Field label={t('filterFrom')}>
              <Input type="date" value={typed.from} onChange={set('from')} />
            </Field>
          </Box>
          <Box flex={{ base: '1 1 9rem', sm: '0 0 10rem' }}>
            <Field label={t('filterTo')} error={disordered && t('dateOrder')}>
              <Input type="date" value={typed.to} onChange={set('to')} />
            </Field>
          </Box>
          <Box flex="1 1 14rem" maxW={{ sm: '24rem' }}>
            <Field label={t('filterText')}>
              <Input type="search" maxLength={100} value={typed.text} onChange={set('text')} />
            </Field>
          </Box>
          <Flex gap="2">
            <Button type="submit" variant="outline">
              {t('common:search')}
            </Button>
            <Button
              variant="ghost"
              disabled={typed === empty && value === noFilter}
              onClick={() => {
                setTyped(empty)
                onChange(noFilter)
              }}
            >
              {t('common:reset')}
            </Button>
          </Flex>
        </Flex>
      </Box>
    </Box>
  )
}
