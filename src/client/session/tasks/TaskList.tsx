import { Box, Button, chakra, Flex, Link, Text, VisuallyHidden } from '@chakra-ui/react'
import { memo, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useByServerClock, useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { CheckIcon, ChevronIcon, DotIcon, MinusIcon } from '#client/ui/icons.tsx'
import { stepActionId } from '#client/ui/StepBar.tsx'
import { hasSameFields } from '#client/ui/same-fields.ts'
import type { Step } from '#domain/session/flow.ts'
import { isTerminated } from '#domain/session/lot.ts'
import { epochOf } from '#lib/time.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { goToTabPanel, goToTarget } from '../PageTarget.tsx'
import { nextTask, type OpenerTask, openerTasks, type TaskTab, tasksNow } from './opener-tasks.ts'

interface TaskListProps {
  readonly step: Step
  /** Shows a tab of step 4. */
  readonly onShowTab?: (tab: TaskTab) => void
}

/**
 * The opener's tasks of a step: what is done and what is to do, each leading there. While the lot is halted none is next,
 * and once it has failed or was stopped there are none. On a phone only what can be done now is shown, and the others on
 * request; once all are done this holds at every width.
 */
export function TaskList({ step, onShowTab }: TaskListProps) {
  const { t } = useTranslation('tasks')
  const id = useId()
  const [unfolded, setUnfolded] = useState(false)
  const { tasks, next } = useTasks(step)
  if (tasks.length === 0) return null
  const asked = tasks.filter(({ idle }) => idle !== 'notNeeded')
  const done = asked.filter((task) => task.done).length
  const now = tasksNow(tasks, next)
  const foldBelow = foldsBelow(tasks, now)
  return (
    <Box
      as="section"
      aria-label={t('title')}
      bg="bg.panel"
      borderWidth="1px"
      rounded="lg"
      px={{ base: '4', md: '5' }}
      py="2.5"
      data-no-print
    >
      <Flex align="center" columnGap="5" rowGap="1" wrap="wrap">
        <Text fontWeight="semibold">
          {t('title')}{' '}
          <Text as="span" color="fg.muted" fontWeight="normal" fontVariantNumeric="tabular-nums">
            {t('common:progressCount', { done, total: asked.length })}
          </Text>
        </Text>
        {foldBelow && (
          <FoldButton
            controls={id}
            count={tasks.length}
            onlyOnPhone={foldBelow === 'md'}
            unfolded={unfolded}
            onFold={setUnfolded}
          />
        )}
        <chakra.ol
          id={id}
          display="flex"
          flexWrap="wrap"
          flexBasis={{ base: 'full', md: 'auto' }}
          columnGap="5"
          rowGap="1"
          hidden={foldBelow === 'all' && !unfolded}
          _hidden={{ display: 'none' }}
        >
          {tasks.map((task) => (
            <UnchangedItem
              key={task.key}
              task={task}
              isNext={task === next}
              isFolded={foldBelow === 'md' && !unfolded && !now.includes(task)}
              onShowTab={onShowTab}
            />
          ))}
        </chakra.ol>
      </Flex>
    </Box>
  )
}

/** None for others than the opener, and once the lot has failed or was stopped. */
function useTasks(step: Step) {
  const isOpener = useRole() === 'opener'
  const rules = rulesOf(useVariant())
  const state = useSession((snapshot) => snapshot.state)
  const opensAt = epochOf(state.tender?.opensAt ?? '')
  const isDue = useByServerClock((now) => now >= opensAt)
  const tasks = useMemo(
    () => (isOpener && !isTerminated(state.lot) ? openerTasks(step, state, rules, isDue) : []),
    [step, state, rules, isDue, isOpener],
  )
  return { tasks, next: state.lot === 'open' ? nextTask(tasks) : undefined }
}

/** The width below which tasks that cannot be done now are left out; a single one has room. */
function foldsBelow(tasks: readonly OpenerTask[], now: readonly OpenerTask[]) {
  if (tasks.every(({ done, idle }) => done || idle === 'notNeeded')) return 'all'
  return now.length < tasks.length - 1 ? 'md' : undefined
}

interface FoldButtonProps {
  /** The list's id. */
  readonly controls: string
  readonly count: number
  readonly onlyOnPhone: boolean
  readonly unfolded: boolean
  readonly onFold: (unfolded: boolean) => void
}

function FoldButton({ controls, count, onlyOnPhone, unfolded, onFold }: FoldButtonProps) {
  const { t } = useTranslation('tasks')
  return (
    <Button
      variant="ghost"
      size="sm"
      ms="auto"
      me="-2"
      hideFrom={onlyOnPhone ? 'md' : undefined}
      aria-expanded={unfolded}
      aria-controls={controls}
      onClick={() => onFold(!unfolded)}
    >
      {t('showAll', { count })}
      <ChevronIcon transform={unfolded ? 'rotate(180deg)' : undefined} />
    </Button>
  )
}

interface ItemProps {
  readonly task: OpenerTask
  readonly isNext: boolean
  /** Left out on a phone. */
  readonly isFolded: boolean
  readonly onShowTab: TaskListProps['onShowTab']
}

/** How far a task is, and why it waits. Bids that are enough may still be withdrawn: a count alone would look done. */
function useStanding({ place, done, idle, count }: OpenerTask): string {
  const { t } = useTranslation('tasks')
  if (count && place === 'bids' && idle === 'fromOpeningTime')
    return t(count.done < count.total ? 'bidsSoFar' : 'bidsEnough', count)
  const figures = count && !done ? ` ${t('common:progressCount', count)}` : ''
  return `${figures}${idle ? t(idle) : ''}`
}

/** Drawn again only if it says something else: tasks are made anew with each entry of the log. */
const UnchangedItem = memo(
  Item,
  (before, now) =>
    before.isNext === now.isNext &&
    before.isFolded === now.isFolded &&
    before.onShowTab === now.onShowTab &&
    isSameTask(before.task, now.task),
)

function isSameTask(
  { count: one, ...task }: OpenerTask,
  { count: other, ...otherTask }: OpenerTask,
): boolean {
  return hasSameFields(task, otherTask) && one?.done === other?.done && one?.total === other?.total
}

function Item({ task, isNext, isFolded, onShowTab }: ItemProps) {
  const { t } = useTranslation('tasks')
  const { key, done, idle, place } = task
  const standing = useStanding(task)
  const isTab = place === 'overview' || place === 'signing' || place === 'persons' || place === 'objections'

  function go() {
    if (place === 'bar') return document.getElementById(stepActionId)?.querySelector('button')?.focus()
    if (!isTab) return goToTarget(place)
    onShowTab?.(place)
    goToTabPanel(place)
  }

  const text = (
    <>
      {t(key)}
      {standing}
    </>
  )
  const colour = done ? 'fg.muted' : isNext ? 'fg' : 'fg.muted'
  return (
    <chakra.li
      display="flex"
      hideBelow={isFolded ? 'md' : undefined}
      alignItems="center"
      gap="1.5"
      aria-current={isNext ? 'step' : undefined}
    >
      <StandingIcon task={task} isNext={isNext} />
      {idle !== 'notNeeded' && <VisuallyHidden>{t(done ? 'done' : 'toDo')}</VisuallyHidden>}
      {place === 'bar' && !isNext ? (
        <Text color={colour} py="1">
          {text}
        </Text>
      ) : (
        <Link
          href={isTab ? `?tab=${place}` : `#${place}`}
          minH={{ base: '11', md: '8' }}
          color={colour}
          fontWeight={isNext ? 'semibold' : 'normal'}
          textDecoration="underline"
          textUnderlineOffset="3px"
          onClick={(event) => {
            event.preventDefault()
            go()
          }}
        >
          {text}
        </Link>
      )}
    </chakra.li>
  )
}

function StandingIcon({ task: { done, idle }, isNext }: Pick<ItemProps, 'task' | 'isNext'>) {
  if (done) return <CheckIcon color="done.fg" />
  if (idle === 'notNeeded') return <MinusIcon color="fg.muted" />
  return <DotIcon color={isNext ? 'info.fg' : 'fg.muted'} />
}
