import { Box, Button, Center, Heading, Spinner, Text } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { api } from '#client/net/api.ts'
import { arrivalOnce } from '#client/net/arrival.ts'
import { tokens } from '#client/net/tokens.ts'
import { PreferenceButtons } from '#client/PreferenceButtons.tsx'
import { loginStore } from '#client/store/login-store.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { useVariant } from '#client/variant.tsx'
import { type Missing, readArrival } from './arrival.ts'
import { landingOf } from './landing.ts'

/** Why somebody got no further, in the server's words where it has any, and whether they are logged in all the same. */
interface Problem {
  readonly key: Missing | 'failed' | 'notEntered'
  readonly message: string
  readonly code: string
  readonly loggedIn: boolean
}

/** Arriving from the trading platform (A6): logs in by its token and goes on to where it sends people. */
export function SignOn() {
  const { t } = useTranslation('arrival')
  const variant = useVariant()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<Problem | null>(null)
  const begun = useRef(false)

  async function arrive(): Promise<Problem | null> {
    const arrival = readArrival(arrivalOnce(), variant)
    if (!arrival.ok) return { key: arrival.error, message: '', code: arrival.error, loggedIn: false }
    const answer = await api('getOauth2ByJyxtToken', { query: arrival.value.query })
    if (!answer.ok) {
      const { message, code } = answer.error
      return { key: 'failed', message, code, loggedIn: false }
    }
    const { oauth2, refusal, bidProjGuid } = answer.value
    loginStore.getState().begin(answer.value)
    const landing = landingOf(arrival.value.course)
    if (landing.place === 'hall') {
      navigate({ pathname: '/hall', search: landing.search }, { replace: true })
      return null
    }
    if (oauth2 === null) {
      const { message, code } = refusal ?? { message: '', code: '' }
      return { key: 'notEntered', message, code, loggedIn: true }
    }
    tokens.enterSession(bidProjGuid, oauth2)
    navigate(`/bid/${bidProjGuid}/${landing.route}`, { replace: true })
    return null
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival is taken up once, its token counts once
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void arrive().then(setProblem)
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
        <PreferenceButtons />
      </Box>
      <Box as="main" id="main" pt={{ base: '8', md: '24' }}>
        {problem ? <NoEntry problem={problem} /> : <Entering />}
      </Box>
    </Box>
  )
}

function Entering() {
  const { t } = useTranslation('arrival')
  return (
    <Center flexDirection="column" gap="4" role="status">
      <Spinner size="lg" />
      <Text textStyle="lg">{t('entering')}</Text>
    </Center>
  )
}

function NoEntry({ problem: { key, message, code, loggedIn } }: { problem: Problem }) {
  const { t } = useTranslation('arrival')
  return (
    <ErrorState
      title={message || t(key)}
      meaning={t(loggedIn ? 'notEnteredMeaning' : 'failedMeaning')}
      action={t(loggedIn ? 'notEnteredAction' : 'failedAction')}
      code={code}
    >
      <Button asChild variant={loggedIn ? 'solid' : 'outline'}>
        <Link to={loggedIn ? '/hall' : '/?login'}>{t(loggedIn ? 'toHall' : 'toLogin')}</Link>
      </Button>
      <Button asChild variant="outline">
        <Link to="/">{t('toHome')}</Link>
      </Button>
    </ErrorState>
  )
}
