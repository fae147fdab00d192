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
import { useLoginMethods } from './use-login-methods.ts'

interface LoginPanelProps {
  readonly role: PersonRole
  /** The ways in that the region gives this kind of user, the first shown first. */
  readonly modes: readonly LoginMode[]
  readonly testAccounts: boolean
}

/** The ways in for one kind of user; `login` of the address may name the one to begin with. */
export function LoginPanel({ role, modes, testAccounts }: LoginPanelProps) {
  const { t } = useTranslation('login')
  const { enter, refused, busy, forget } = useCompleteLogin(role)
  const ways = useLoginMethods(role)
  const forms: Readonly<Record<LoginMode, () => ReactNode>> = {
    account: () => (
      <AccountForm busy={busy} onSubmit={async (proof) => void (await enter(ways.account(proof)))} />
    ),
    certificate: () => (
      <CertificateLogin
        way="certificate"
        busy={busy}
        onSubmit={async (helper) => void (await enter(ways.certificate(helper)))}
      />
    ),
    licence: () => (
      <CertificateLogin
        way="licence"
        busy={busy}
        onSubmit={async (helper) => void (await enter(ways.licence(helper)))}
      />
    ),
    qr: () => <QrLogin role={role} onConfirmed={(qr) => enter(ways.qr(qr))} />,
  }
  const [search, setSearch] = useSearchParams()
  const first = modes.find((mode) => mode === search.get('login')) ?? modes[0]
  const asTest = (userCode: string) => enter(ways.test(userCode))
  return (
    <Box
      display="grid"
      gridTemplateColumns={{
        base: 'minmax(0, 1fr)',
        md: testAccounts ? 'repeat(2, minmax(0, 1fr))' : undefined,
      }}
      columnGap="8"
    >
      {/* Beside the ways in where there is room, so that a low screen shows all of it. */}
      {testAccounts && (
        <Box gridColumn={{ md: 1 }}>
          <DemoAccounts role={role} busy={busy} onUse={asTest} />
        </Box>
      )}
      <Box
        gridColumn={{ md: testAccounts ? 2 : undefined }}
        gridRow={{ md: testAccounts ? '1 / span 2' : undefined }}
      >
        {modes.length === 1 && first ? (
          forms[first]()
        ) : (
          <Tabs.Root
            defaultValue={first ?? null}
            onValueChange={({ value }) => {
              forget()
              setSearch(
                (current) => {
                  current.set('login', value)
                  return current
                },
                { replace: true },
              )
            }}
            variant="subtle"
            size="sm"
            lazyMount
            unmountOnExit
          >
            <Tabs.List flexWrap="wrap" aria-label={t('modes')} mb="2">
              {modes.map((mode) => (
                <Tabs.Trigger key={mode} value={mode}>
                  {t(modeNames[mode])}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            {modes.map((mode) => (
              <Tabs.Content key={mode} value={mode}>
                {forms[mode]()}
              </Tabs.Content>
            ))}
          </Tabs.Root>
        )}
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
