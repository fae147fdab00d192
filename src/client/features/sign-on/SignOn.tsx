import { Box, Button, Heading } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { loginStore, useLogin } from '#client/auth/login-store.ts'
import { signOnParametersOnce } from '#client/auth/sign-on-parameters.ts'
import { tokens } from '#client/auth/tokens.ts'
import { api } from '#client/net/api.ts'
import { usePreferences } from '#client/store/preferences.ts'
import { useVariant } from '#client/store/variant.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { PreferenceButtons } from '#client/ui/PreferenceButtons.tsx'
import { destinationOf } from './destination.ts'
import { Entering } from './Entering.tsx'
import { type Missing, readSignOnParameters } from './read-sign-on-parameters.ts'
import { WaitForEntry } from './WaitForEntry.tsx'

/** Logged in before the section may be entered: it is entered as soon as it may. */
interface Early {
  readonly guid: string
  readonly path: string
  readonly message: string
}

/** Why the sign-on stopped, in the server's words if there are any, and the login that still exists. */
interface Problem {
  readonly key: Missing | 'failed' | 'notEntered'
  readonly message: string
  readonly code: string
  /** `before`: logged in earlier, not by this link. */
  readonly login: 'none' | 'now' | 'before'
  /** The section that the link leads to, if it was entered before. */
  readonly section: string | null
}

/** Sign-on from the trading platform (ACC-13 to ACC-15): logs in with its token and goes to the link's destination. */
export function SignOn() {
  const { t } = useTranslation('sign-on')
  const variant = useVariant()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [early, setEarly] = useState<Early | null>(null)
  const begun = useRef(false)

  async function signOn(): Promise<Problem | null> {
    const parameters = readSignOnParameters(signOnParametersOnce(), variant)
    if (!parameters.ok)
      return { ...existingLogin(null), key: parameters.error, message: '', code: parameters.error }
    const answer = await api('getOauth2ByJyxtToken', { query: parameters.value.query })
    if (!answer.ok) {
      const { message, code } = answer.error
      return { ...existingLogin(parameters.value.query.BDGuid), key: 'failed', message, code }
    }
    const { oauth2, refusal, bidProjGuid } = answer.value
    loginStore.getState().begin(answer.value)
    const destination = destinationOf(parameters.value.course)
    if (destination.place === 'section-list') {
      navigate({ pathname: '/hall', search: destination.search }, { replace: true })
      return null
    }
    const path = `/bid/${bidProjGuid}/${destination.route}`
    if (oauth2 === null) {
      const { message, code } = refusal ?? { message: '', code: '' }
      if (code !== 'opening-time-not-reached') return notEntered(message, code)
      setEarly({ guid: bidProjGuid, path, message })
      return null
    }
    tokens.enterSession(bidProjGuid, oauth2)
    navigate(path, { replace: true })
    return null
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, because the token can be used only once
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void signOn().then(setProblem)
  }, [])

  useEffect(() => {
    document.title = t('title')
  }, [t])

  return (
    <Box minH="100dvh">
      <Box as="header" display="flex" alignItems="center" p="3" ps="4" gap="1">
        <Heading as="h1" size="md" flex="1">
          {t('title')}
        </Heading>
        <PreferenceButtons preferences={usePreferences((all) => all)} />
      </Box>
      <Box as="main" id="main" pt={{ base: '8', md: '24' }}>
        {problem ? (
          <NoEntry problem={problem} />
        ) : early ? (
          <WaitForEntry {...early} onFailed={({ message, code }) => setProblem(notEntered(message, code))} />
        ) : (
          <Entering />
        )}
      </Box>
    </Box>
  )
}

function notEntered(message: string, code: string): Problem {
  return { key: 'notEntered', message, code, login: 'now', section: null }
}

/** A link that does not work, such as one used before, leaves an existing login as it is. */
function existingLogin(guid: string | null): Pick<Problem, 'login' | 'section'> {
  if (!loginStore.getState().who) return { login: 'none', section: null }
  return { login: 'before', section: guid !== null && tokens.switchSession(guid) ? guid : null }
}

const meanings = {
  none: ['failedMeaning', 'failedAction'],
  now: ['notEnteredMeaning', 'notEnteredAction'],
  before: ['stillInMeaning', 'stillInAction'],
} as const

function NoEntry({ problem: { key, message, code, login, section } }: { problem: Problem }) {
  const { t } = useTranslation('sign-on')
  const name = useLogin(({ who }) => who?.ShowName ?? '')
  const [meaning, action] = meanings[login]
  const loggedIn = login !== 'none'
  return (
    <ErrorState title={message || t(key)} meaning={t(meaning, { name })} action={t(action)} code={code}>
      {section !== null && (
        <Button asChild>
          <Link to={`/bid/${section}`}>{t('toSection')}</Link>
        </Button>
      )}
      <Button asChild variant={loggedIn && section === null ? 'solid' : 'outline'}>
        <Link to={loggedIn ? '/hall' : '/?login'}>{t(loggedIn ? 'toHall' : 'toLogin')}</Link>
      </Button>
      <Button asChild variant="outline">
        <Link to="/">{t('toHome')}</Link>
      </Button>
    </ErrorState>
  )
}
