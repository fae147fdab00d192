import { Stack } from '@chakra-ui/react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { DepositTable } from '#client/session/DepositTable.tsx'
import type { DepositRow } from '#client/session/use-deposits.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { untilOpened } from '#domain/session/roles-and-statuses.ts'
import { AccountsPanel } from './AccountsPanel.tsx'
import { EditDeposit } from './EditDeposit.tsx'
import { MakeSheet } from './MakeSheet.tsx'
import { OpeningFiles } from './OpeningFiles.tsx'

/** The deposits: everybody who may reads them, the opener edits and prints them and keeps what they were checked with (DEP-1 to DEP-3, FIL-2). */
export function DepositsPanel() {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const role = useRole()
  const isOpen = useSession(({ state }) => untilOpened.includes(state.status))
  const isEditable = role === 'opener' && isOpen
  const action = useCallback((row: DepositRow) => <EditDeposit row={row} />, [])
  return (
    <>
      <Panel title={t('ending.tabs.deposits')} actions={<MakeSheet kind="deposits" />}>
        <Stack gap="3">
          {role === 'opener' && !isOpen && <Notice tone="info">{say({ code: 'editing-locked' })}</Notice>}
          <div>
            <DepositTable action={isEditable ? action : undefined} />
          </div>
        </Stack>
      </Panel>
      <AccountsPanel />
      {role !== 'bidder' && <OpeningFiles purpose="deposit-check" editable={isEditable} />}
    </>
  )
}
