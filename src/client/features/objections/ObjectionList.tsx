import { Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { objectionsOf } from '#domain/objections/objection.ts'
import { ObjectionItem } from './ObjectionItem.tsx'
import { ReportButton } from './ReportButton.tsx'

/** The objections that the viewer may see, with their replies, newest first, and their report. */
export function ObjectionList() {
  const { t } = useTranslation('objections')
  const isBidder = useRole() === 'bidder'
  const objections = useSession(({ state }) => objectionsOf(state))
  if (objections.length === 0) return <Text color="fg.muted">{t(isBidder ? 'noneOfYours' : 'none')}</Text>
  return (
    <Stack gap="5">
      <ReportButton />
      <Stack gap="3">
        {objections.toReversed().map((objection) => (
          <ObjectionItem key={objection.id} objection={objection} />
        ))}
      </Stack>
    </Stack>
  )
}
