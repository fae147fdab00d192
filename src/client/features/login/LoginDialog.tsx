import { Box, Tabs, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useLogin } from '#client/store/login-store.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { useDemo } from '#client/variant.tsx'
import type { Role } from '#domain/actor.ts'
import { AccountForm, type Credentials } from './AccountForm.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'

const tabs = ['bidder', 'opener', 'supervisor'] as const
type Tab = (typeof tabs)[number]
const tabTitles = { bidder: 'tabBidder', opener: 'tabOpener', supervisor: 'tabSupervisor' } as const

/** Account login by user type (A1, A7). Stands open while the address has `login`; `to` says where to go on to. */
export function LoginDialog() {
  const { t } = useTranslation('login')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [tab, setTab] = useState<Tab>('bidder')
  const demo = useDemo()
  return (
    <Dialog open={search.has('login')} onClose={() => navigate('/')} title={t('title')}>
      {canEncrypt() ? (
        <Tabs.Root
          value={tab}
          onValueChange={({ value }) => setTab(value as Tab)}
          fitted
          lazyMount
          unmountOnExit
        >
          <Tabs.List>
            {tabs.map((value) => (
              <Tabs.Trigger key={value} value={value}>
                {t(tabTitles[value])}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {tabs.map((value) => (
            <Tabs.Content key={value} value={value}>
              <LoginPanel tab={value} demo={demo} />
            </Tabs.Content>
          ))}
        </Tabs.Root>
      ) : (
        <ErrorState title={t('unsupportedTitle')} meaning={t('unsupported')} action="" />
      )}
    </Dialog>
  )
}

function LoginPanel({ tab, demo }: { tab: Tab; demo: boolean }) {
  const { t } = useTranslation('login')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { logIn, logOut } = useLogin((login) => login)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit({ account, password }: Credentials) {
    setBusy(true)
    setRefused(null)
    const answer = await logIn(account, password)
    if (answer.ok && tabOf(answer.value.role) !== tab) {
      await logOut()
      setRefused(t('wrongTab', { role: t(tabTitles[tab]) }))
    } else if (answer.ok) {
      navigate(targetOf(search.get('to')), { replace: true })
    } else {
      setRefused(answer.error.message || t('failed'))
    }
    setBusy(false)
  }

  return (
    <Box>
      <AccountForm onSubmit={submit} busy={busy} />
      <Text role="alert" color="fg.error" mt={refused ? '3' : '0'}>
        {refused}
      </Text>
      {demo && <DemoAccounts shows={(role) => tabOf(role) === tab} onUse={submit} busy={busy} />}
    </Box>
  )
}

/** Agency and tenderer count as openers after login (S0 §1). */
function tabOf(role: Role): Tab {
  return role === 'bidder' || role === 'supervisor' ? role : 'opener'
}

/** Where to go after login: a path of ours, never another site. */
function targetOf(to: string | null): string {
  return to && /^\/(?![/\\])/.test(to) ? to : '/hall'
}

/** Whether this page can encrypt at all: not on plain http, nor in very old browsers. */
function canEncrypt(): boolean {
  return typeof globalThis.crypto?.subtle === 'object'
}
