import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { loginStore } from '#client/auth/login-store.ts'
import { api } from '#client/net/api.ts'
import { type TourRole, tourRoles, tourStore } from '#client/store/tour.ts'

/** The guided tours of a demo: a button for each role, which logs in with that role's demo account. */
export function TakeTour() {
  const { t } = useTranslation('hall')
  const navigate = useNavigate()
  const title = useId()
  const [busy, setBusy] = useState<TourRole | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function take(role: TourRole) {
    setBusy(role)
    const failure = await logInAs(role)
    setBusy(null)
    setProblem(failure === null ? null : failure || t('homeTourNobody'))
    if (failure !== null) return
    tourStore.getState().begin(role)
    navigate('/hall')
  }

  return (
    <Box role="group" aria-labelledby={title}>
      <Flex align="center" justify="center" gap="2" wrap="wrap">
        <Text id={title} color="fg.muted" w={{ base: 'full', md: 'auto' }}>
          {t('homeTour')}
        </Text>
        {tourRoles.map((role) => (
          <Button
            key={role}
            size="sm"
            variant="outline"
            aria-label={t('homeTourOf', { role: t(`tour_${role}`) })}
            loading={busy === role}
            disabled={busy !== null}
            onClick={() => void take(role)}
          >
            {t(`tour_${role}`)}
          </Button>
        ))}
      </Flex>
      <Text role="alert" color="fg.error" mt={problem ? '2' : '0'}>
        {problem}
      </Text>
    </Box>
  )
}

/** Logs in with the role's demo account; yields why not, '' where there is no account, or null. */
async function logInAs(role: TourRole): Promise<string | null> {
  const accounts = await api('getDemoAccounts')
  if (!accounts.ok) return accounts.error.message
  // The demo's bids are opened in the order of the accounts: the last bidder's are still sealed.
  const account = accounts.value.filter((one) => one.role === role).at(-1)
  if (!account) return ''
  const { who, switchAccount, begin } = loginStore.getState()
  if (who?.userCode === account.userCode) return null
  // Other tabs that share the login keep it.
  if (who) await switchAccount()
  const answer = await api('testLogin', { body: { UserCode: account.userCode } })
  if (!answer.ok) return answer.error.message
  begin(answer.value)
  return null
}
