import { Box, chakra, Text, VisuallyHidden } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useGoToStep } from '#client/session/step-navigation.ts'
import { stepTitleKey } from '#client/session/step-title.ts'
import { useSession } from '#client/store/session-provider.tsx'
import { CheckIcon } from '#client/ui/icons.tsx'
import { lowScreen } from '#client/ui/low-screen.ts'
import { sessionStep } from '#domain/session/under-way.ts'
import { stepOfRoute, stepsShown } from './step-rules.ts'

/** The steps of the session (SES-1): those done, the current one, and the one on the screen. */
export function StepNav() {
  const { t } = useTranslation('shell')
  const goTo = useGoToStep()
  const steps = useSession(({ state }) => stepsShown(state))
  const titles = useSession(({ state }) => stepsShown(state).map((step) => stepTitleKey(step, state.tender)))
  const reached = useSession(({ state }) =>
    state.status === 'opened' ? stepsShown(state).length : stepsShown(state).indexOf(sessionStep(state)),
  )
  const lot = useSession(({ state }) => state.lot)
  const shown = stepOfRoute(useLocation().pathname.split('/')[3] ?? '')
  return (
    <Box
      as="nav"
      aria-label={t('steps')}
      position="relative"
      bg="bg.panel"
      borderBottomWidth="1px"
      data-tour="steps"
    >
      {/* Wraps into several rows on a narrow screen. */}
      <Box
        as="ol"
        listStyleType="none"
        maxW="120rem"
        mx="auto"
        px={{ base: '2', md: '4' }}
        display={{ base: 'grid', lg: 'flex' }}
        gridTemplateColumns="repeat(auto-fit, minmax(5.25rem, 1fr))"
      >
        {steps.map((step, index) => {
          const standing = index < reached ? 'stepDone' : index === reached ? 'stepNow' : 'stepAhead'
          const words = t(standing === 'stepNow' && lot !== 'open' ? `stepNow_${lot}` : standing)
          return (
            <Box as="li" key={step} flex="1">
              <chakra.button
                type="button"
                onClick={() => goTo(step)}
                aria-current={step === shown ? 'step' : undefined}
                display="flex"
                flexDirection={{ base: 'column', lg: 'row' }}
                alignItems="center"
                gap={{ base: '1', lg: '2' }}
                w="full"
                h="full"
                px={{ base: '0.5', lg: '3' }}
                py={{ base: '1.5', lg: '2.5' }}
                cursor="pointer"
                whiteSpace={{ lg: 'nowrap' }}
                overflowWrap="anywhere"
                textStyle={{ base: 'xs', md: 'sm', '2xl': 'md' }}
                color={standing === 'stepAhead' ? 'fg.muted' : 'fg'}
                fontWeight={step === shown ? 'semibold' : 'normal'}
                borderBottomWidth="3px"
                borderColor={step === shown ? 'fg' : 'transparent'}
                _hover={{ bg: 'bg.muted' }}
                focusVisibleRing="inside"
                css={{ [lowScreen]: { lg: { py: '1.5' } } }}
              >
                <StepMark standing={standing} number={index + 1} />
                {t(titles[index] ?? '')}
                <VisuallyHidden>{words}</VisuallyHidden>
                {standing === 'stepNow' && <NowMark words={words} halted={lot !== 'open'} />}
              </chakra.button>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

/** What the current step is in: under way, or halted. */
function NowMark({ words, halted }: { words: string; halted: boolean }) {
  return (
    <Text as="span" textStyle="xs" color={halted ? 'fg.warning' : 'fg.info'} aria-hidden hideBelow="lg">
      {words}
    </Text>
  )
}

function StepMark({ standing, number }: { standing: 'stepDone' | 'stepNow' | 'stepAhead'; number: number }) {
  const looks = {
    stepDone: { bg: 'done.solid', color: 'done.contrast', borderColor: 'done.solid' },
    stepNow: { bg: 'fg', color: 'bg', borderColor: 'fg' },
    stepAhead: { borderColor: 'border.emphasized' },
  } as const
  return (
    <chakra.span
      boxSize="6"
      rounded="full"
      borderWidth="1px"
      display="grid"
      placeItems="center"
      textStyle="xs"
      fontWeight="semibold"
      flexShrink={0}
      aria-hidden
      {...looks[standing]}
    >
      {standing === 'stepDone' ? <CheckIcon /> : number}
    </chakra.span>
  )
}
