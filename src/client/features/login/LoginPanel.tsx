import { Box, Tabs, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { LoginMode } from '#variants/access-schema.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { AccountForm } from './AccountForm.tsx'
import { CertificateLogin } from './CertificateLogin.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { QrLogin } from './QrLogin.tsx'
import { modeNames } from './role-names.ts'
import { TestAccounts } from './TestAccounts.tsx'
import { useCompleteLogin } from './use-complete-login.ts'
import { type LoginAttempt, useLoginMethods } from './use-login-methods.ts'

interface LoginPanelProps {
  readonly role: PersonRole
  /** The login methods that the region gives this kind of user; the first is the default. */
  readonly modes: readonly LoginMode[]
  readonly testAccounts: boolean
}

/** The login methods for one kind of user; `login` in the address may name the one shown first. */
export function LoginPanel({ role, modes, testAccounts }: LoginPanelProps) {
  const { enter, refused, busy, forget } = useCompleteLogin(role)
  const methods = useLoginMethods(role)
  const asTest = (userCode: string) => enter(methods.test(userCode))
  const form = (mode: LoginMode) => (
    <LoginForm mode={mode} role={role} methods={methods} busy={busy} enter={enter} />
  )
  return (
    <Box
      display="grid"
      gridTemplateColumns={{
        base: 'minmax(0, 1fr)',
        md: testAccounts ? 'repeat(2, minmax(0, 1fr))' : undefined,
      }}
      gridTemplateRows={{ md: testAccounts ? 'auto 1fr' : undefined }}
      columnGap="8"
    >
      {/* Beside the login methods on wide screens, so that a low screen shows everything. */}
      {testAccounts && (
        <Box gridColumn={{ md: 1 }}>
          <DemoAccounts role={role} busy={busy} onUse={asTest} />
        </Box>
      )}
      <Box
        gridColumn={{ md: testAccounts ? 2 : undefined }}
        gridRow={{ md: testAccounts ? '1 / span 2' : undefined }}
      >
        <LoginTabs modes={modes} form={form} onChange={forget} />
        <Text role="alert" color="fg.error" mt={refused ? '3' : '0'}>
          {refused}
        </Text>
      </Box>
      {testAccounts && (
        <Box gridColumn={{ md: 1 }}>
          <TestAccounts busy={busy} onUse={asTest} />
        </Box>
      )}
    </Box>
  )
}

interface LoginFormProps {
  readonly mode: LoginMode
  readonly role: PersonRole
  readonly methods: ReturnType<typeof useLoginMethods>
  readonly busy: boolean
  /** Yields whether the login succeeded. */
  readonly enter: (attempt: LoginAttempt) => Promise<boolean>
}

function LoginForm({ mode, role, methods, busy, enter }: LoginFormProps) {
  switch (mode) {
    case 'account':
      return (
        <AccountForm busy={busy} onSubmit={async (proof) => void (await enter(methods.account(proof)))} />
      )
    case 'certificate':
    case 'licence':
      return (
        <CertificateLogin
          mode={mode}
          busy={busy}
          onSubmit={async (helper) => void (await enter(methods[mode](helper)))}
        />
      )
    case 'qr':
      return <QrLogin role={role} onConfirmed={(qr) => enter(methods.qr(qr))} />
  }
}

interface LoginTabsProps {
  readonly modes: readonly LoginMode[]
  readonly form: (mode: LoginMode) => ReactNode
  readonly onChange: () => void
}

/** A tab for each login method; no tabs for a single one. */
function LoginTabs({ modes, form, onChange }: LoginTabsProps) {
  const { t } = useTranslation('login')
  const [search, setSearch] = useSearchParams()
  const first = modes.find((mode) => mode === search.get('login')) ?? modes[0]
  if (modes.length === 1 && first) return form(first)

  function choose(mode: string) {
    onChange()
    setSearch(
      (current) => {
        current.set('login', mode)
        return current
      },
      { replace: true },
    )
  }

  return (
    <Tabs.Root
      defaultValue={first ?? null}
      onValueChange={({ value }) => choose(value)}
      variant="subtle"
      size="sm"
      lazyMount
      unmountOnExit
    >
      <Tabs.List flexWrap="wrap" aria-label={t('modes')} mb="2">
        {modes.map((mode) => (
          <Tabs.Trigger key={mode} value={mode} px={{ base: '1.5', md: '3' }}>
            {t(modeNames[mode])}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {modes.map((mode) => (
        <Tabs.Content key={mode} value={mode}>
          {form(mode)}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
