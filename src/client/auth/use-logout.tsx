import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx'
import type { HeaderGroup } from '#client/ui/HeaderMenu.tsx'
import { LogoutIcon } from '#client/ui/icons.tsx'
import { useLogin } from './login-store.ts'

const scopes = ['switchAccount', 'logoutHere', 'logoutEverywhere'] as const
type Scope = (typeof scopes)[number]

const consequences = {
  switchAccount: 'switchAccountWhat',
  logoutHere: 'logoutWhat',
  logoutEverywhere: 'logoutEverywhereWhat',
} as const

/**
 * The logout menu of every screen behind the login: switch the account in this tab, log out in this browser, or on
 * every device (ACC-12). `confirm` asks first, so that nobody leaves an opening by mistake.
 */
export function useLogout(confirm: boolean): { group: HeaderGroup; who: string; dialog: ReactNode } {
  const { t } = useTranslation()
  const { who, logOut, switchAccount } = useLogin((login) => login)
  const [asking, setAsking] = useState<Scope | null>(null)
  const leave = (scope: Scope) =>
    scope === 'switchAccount' ? switchAccount() : logOut(scope === 'logoutEverywhere')
  const choose = (scope: Scope) => (confirm ? setAsking(scope) : void leave(scope))
  return {
    who: who?.ShowName ?? '',
    group: {
      key: 'logout',
      label: t('logout'),
      icon: <LogoutIcon />,
      items: scopes.map((scope) => ({
        key: scope,
        label: t(scope),
        onSelect: () => choose(scope),
      })),
    },
    dialog: (
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={t(asking ?? 'logoutHere')}
        official={false}
        onConfirm={() => leave(asking ?? 'logoutHere')}
      >
        {t(consequences[asking ?? 'logoutHere'])}
      </ConfirmDialog>
    ),
  }
}
