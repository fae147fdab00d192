import { Tabs, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useLogin } from '#client/auth/login-store.ts'
import { useTestAccounts, useVariant } from '#client/store/variant.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { LoginPanel } from './LoginPanel.tsx'
import { loginTarget } from './login-target.ts'
import { roleNames } from './role-names.ts'

/**
 * Login (ACC-1 to ACC-11): a tab for each kind of user of the region, with its login methods. Open while the address
 * has `login`; `to` is the path to go to afterwards.
 */
export function LoginDialog() {
  const { t } = useTranslation('login')
  const say = useMessage()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { tabs, defaultRole } = useVariant().login
  const ended = useLogin(({ lastEnd }) => lastEnd === 'ended')
  const testAccounts = useTestAccounts()
  const [role, setRole] = useState<string>(defaultRole)
  const who = useLogin((login) => login.who)
  // A new tab that shares another tab's login goes on without asking.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a login made in this dialog is forwarded by its form
  useEffect(() => {
    if (who) navigate(loginTarget(search.get('to')), { replace: true })
  }, [])
  return (
    <Dialog
      open={search.has('login')}
      onClose={() => navigate('/')}
      title={t('title')}
      size={testAccounts ? 'xl' : 'md'}
    >
      {ended ? (
        <Notice tone="warning" title={say({ code: 'session-expired' })}>
          {search.has('to') && t('endedReturn')}
        </Notice>
      ) : (
        search.has('to') && (
          <Text color="fg.muted" mb="3">
            {t('neededFirst')}
          </Text>
        )
      )}
      <Tabs.Root value={role} onValueChange={({ value }) => setRole(value)} fitted lazyMount unmountOnExit>
        <Tabs.List flexWrap="wrap">
          {tabs.map((tab) => (
            <Tabs.Trigger
              key={tab.role}
              value={tab.role}
              // On a phone five are as wide as their names, so that all stand in one line.
              flex={{ base: '1 1 auto', md: '1' }}
              px={{ base: '1', md: '4' }}
              whiteSpace="nowrap"
            >
              {t(roleNames[tab.role])}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Content key={tab.role} value={tab.role}>
            <LoginPanel {...tab} testAccounts={testAccounts} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Dialog>
  )
}
