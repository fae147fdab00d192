import { Button, Flex, Heading, IconButton, Popover, Text } from '@chakra-ui/react'
import { type KeyboardEvent, type RefCallback, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useLogin } from '#client/auth/login-store.ts'
import { type RunningTour, tourStore, useTour } from '#client/store/tour.ts'
import { ArrowIcon, CrossIcon } from '#client/ui/icons.tsx'
import { TourCard } from './TourCard.tsx'
import { tours } from './tour-steps.ts'
import { useTarget } from './use-target.ts'
import { useWay } from './use-way.ts'

/** The guided tour that is taken in this tab, beside the screens that it shows. It ends with its login. */
export function Tour() {
  const tour = useTour()
  const role = useLogin(({ who }) => who?.role ?? null)
  const { pathname } = useLocation()
  const isOwn = tour !== null && tour.role === role
  useEffect(() => {
    if (!isOwn) tourStore.getState().leave()
  }, [isOwn])
  // The view for the room has no controls.
  if (!isOwn || pathname.startsWith('/screen/')) return null
  return <Steps tour={tour} />
}

function Steps({ tour }: { tour: RunningTour }) {
  const { t } = useTranslation('tour')
  const { goTo, leave } = tourStore.getState()
  const steps = tours[tour.role]
  const index = Math.min(tour.step, steps.length - 1)
  const step = steps[index] ?? steps[0]
  if (!step) throw new Error('a tour has steps')
  const failure = useWay(tour, step)
  const target = useTarget(step.targets)
  const focusTitle = useFocusOn(index)
  const place = useCount(target)
  const isLast = index === steps.length - 1
  const next = () => (isLast ? leave() : goTo(index + 1))
  const back = () => goTo(Math.max(0, index - 1))

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowRight' && !isLast) next()
    if (key === 'ArrowLeft') back()
  }

  return (
    // Anew for each element: a popover keeps watching the place of its first one.
    <TourCard key={place} target={target} onLeave={leave} onKeyDown={onKeyDown}>
      <Flex align="center" justify="space-between" gap="2">
        <Text textStyle="sm" color="fg.muted">
          {t('place', { number: index + 1, total: steps.length })}
        </Text>
        <IconButton size="xs" variant="ghost" aria-label={t('leave')} title={t('leave')} onClick={leave}>
          <CrossIcon />
        </IconButton>
      </Flex>
      <Popover.Title asChild>
        <Heading as="h2" size="md" tabIndex={-1} outline="none" ref={focusTitle}>
          {t(`${step.name}.title`)}
        </Heading>
      </Popover.Title>
      <Popover.Description asChild>
        <Text textStyle="md" mt="1">
          {failure ? t('notNow', { reason: failure.message || t('nothing') }) : t(`${step.name}.text`)}
        </Text>
      </Popover.Description>
      <Buttons isFirst={index === 0} isLast={isLast} onBack={back} onNext={next} onLeave={leave} />
    </TourCard>
  )
}

interface ButtonsProps {
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onBack: () => void
  readonly onNext: () => void
  readonly onLeave: () => void
}

/** Of a step's card, with the keys that do the same. */
function Buttons({ isFirst, isLast, onBack, onNext, onLeave }: ButtonsProps) {
  const { t } = useTranslation('tour')
  return (
    <>
      <Flex mt="4" gap="2" align="center" justify="space-between" wrap="wrap">
        <Button size="sm" variant="ghost" onClick={onLeave}>
          {t('leave')}
        </Button>
        <Flex gap="2">
          <Button size="sm" variant="outline" onClick={onBack} disabled={isFirst}>
            {t('back')}
          </Button>
          <Button size="sm" onClick={onNext}>
            {t(isLast ? 'finish' : 'next')}
            {!isLast && <ArrowIcon />}
          </Button>
        </Flex>
      </Flex>
      <Text hideBelow="md" textStyle="xs" color="fg.muted" mt="2">
        {t('keys')}
      </Text>
    </>
  )
}

/** A number that changes with the value. */
function useCount(value: unknown): number {
  const [count, setCount] = useState({ of: value, number: 0 })
  if (count.of !== value) setCount({ of: value, number: count.number + 1 })
  return count.number
}

/** Of a step's title: takes the focus with each step, and where the card that had it is drawn anew. */
function useFocusOn(index: number): RefCallback<HTMLElement> {
  const given = useRef(-1)
  const hadFocus = useRef(false)
  return useCallback(
    (title) => {
      if (!title) return
      if (given.current !== index || hadFocus.current) {
        given.current = index
        focusOn(title)
      }
      return () => {
        hadFocus.current = title.closest('[role="dialog"]')?.contains(document.activeElement) ?? false
      }
    },
    [index],
  )
}

/** At once, or with the next frame where the card is hidden until then. */
function focusOn(title: HTMLElement): void {
  title.focus({ preventScroll: true })
  if (document.activeElement !== title) requestAnimationFrame(() => title.focus({ preventScroll: true }))
}
