import { Button, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { lacksAgencyStaff } from '#domain/preparation/entry-check.ts'
import { siteStaffOf } from '#domain/preparation/site-staff.ts'
import { flow } from '#domain/session/flow.ts'
import { SiteStaffDialog } from './SiteStaffDialog.tsx'
import { useStaffEditing } from './use-staff-editing.ts'
import { useStaffKinds } from './use-staff-kinds.ts'

/** Summary of the site staff with a button that opens the tables (PRE-7); not for bidders. */
export function SiteStaffPanel() {
  const { t } = useTranslation('personnel')
  const role = useRole()
  const { isEditor, editable } = useStaffEditing()
  const { workersRequired, personInfoRequired } = useVariant().rules
  const staff = useSession(({ state }) => siteStaffOf(state))
  const before = useSession(({ state }) => state.flow < flow.opening)
  const lacking = useSession(({ state }) => lacksAgencyStaff(state))
  // The opener enters the people of the opening first: one button stands out.
  const isLater = useSession(({ state }) => personInfoRequired && state.persons === null)
  const [open, setOpen] = useState(false)
  if (role === null || role === 'bidder') return null
  const missing = workersRequired && before && lacking
  return (
    <Panel
      title={t('panel')}
      actions={
        <Button
          size="sm"
          variant={editable && missing && !isLater ? 'solid' : 'outline'}
          onClick={() => setOpen(true)}
        >
          {t(editable ? 'edit' : 'look')}
        </Button>
      }
    >
      {!isEditor && staff.length === 0 ? (
        <Text color="fg.muted">{t('empty')}</Text>
      ) : (
        <Stack gap="4">
          <Text color="fg.muted">{t('panelHelp')}</Text>
          {isEditor && missing && <Notice tone="warning">{t('required')}</Notice>}
          <Counts staff={staff} />
        </Stack>
      )}
      {open && <SiteStaffDialog onClose={() => setOpen(false)} />}
    </Panel>
  )
}

/** How many there are in each table. */
function Counts({ staff }: { readonly staff: ReturnType<typeof siteStaffOf> }) {
  const { t } = useTranslation('personnel')
  const tables = useStaffKinds()
  return (
    <SimpleGrid as="dl" columns={{ base: 1, sm: 2, xl: 4 }} gap="3">
      {tables.map((kind) => (
        <Stack key={kind} gap="0" borderWidth="1px" rounded="md" px="3" py="2">
          <Text as="dt" textStyle="sm" color="fg.muted">
            {t(`table.${kind}`)}
          </Text>
          <Text as="dd" fontWeight="semibold">
            {t('count', { count: staff.filter((member) => member.kind === kind).length })}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  )
}
