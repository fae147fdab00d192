import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { goToTarget } from '#client/session/PageTarget.tsx'
import type { EntryCondition } from '#domain/preparation/entry-check.ts'

/** Leads to the part of the page where a condition of step 2 is met. */
export function LinkToMissing({ name }: Pick<EntryCondition, 'name'>) {
  const { t } = useTranslation('preparation')
  return (
    <Button
      variant="plain"
      h="auto"
      minW="0"
      px="0"
      ms="2"
      textDecoration="underline"
      verticalAlign="baseline"
      onClick={() => goToTarget(name)}
    >
      {t(`place.${name}`)}
    </Button>
  )
}
