import { Box, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoggedInHeader } from '#client/auth/LoggedInHeader.tsx'
import { showHaltingDialog } from '#client/session/halting-dialog.ts'
import { useHaltingActs } from '#client/session/use-halting-acts.ts'
import { useRole, useServerNow, useSession, useSessionId } from '#client/store/session-provider.tsx'
import type { HeaderGroup } from '#client/ui/HeaderMenu.tsx'
import { FileIcon, PauseIcon, ToolsIcon } from '#client/ui/icons.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { ConnectionDot } from './ConnectionBanner.tsx'
import { mayShowRoom } from './room/room-content.ts'
import { useTools } from './tools/use-tools.tsx'
import { VoiceButton } from './VoiceButton.tsx'

/** Section, the server's clock, connection, files, tools, settings and logout. `children`: more buttons. */
export function ShellHeader({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('shell')
  const name = useSession(({ state }) => state.tender?.sectionName ?? '')
  const code = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const { items, dialog } = useTools()
  const tools: HeaderGroup = {
    key: 'tools',
    label: t('tools'),
    icon: <ToolsIcon />,
    items: [...items, ...useRoomItem(), { key: 'hall', label: t('common:toHall'), to: '/hall' }],
  }
  return (
    <>
      <LoggedInHeader
        clock={<ServerClock />}
        groups={[useFilesGroup(), tools, ...useHaltingGroup()]}
        actions={
          <>
            {children}
            <VoiceButton />
          </>
        }
        confirmLogout
      >
        <Text fontWeight="semibold" lineClamp={{ base: 2, lg: 1 }} title={name}>
          {name || t('sectionLoading')}
        </Text>
        <Text textStyle="sm" color="fg.muted" lineClamp={1} title={code}>
          {code || '\u00a0'}
        </Text>
      </LoggedInHeader>
      {dialog}
    </>
  )
}

/** Opens the view for the room in a window of its own, which takes this tab's login along. */
function useRoomItem(): HeaderGroup['items'] {
  const { t } = useTranslation('room')
  const sessionId = useSessionId()
  if (!mayShowRoom(useRole())) return []
  return [
    {
      key: 'room',
      label: t('open'),
      onSelect: () => void window.open(`/screen/${sessionId}`, '_blank', 'popup'),
    },
  ]
}

/** The acts on the lot, away from the step's own (HLT-1 to HLT-4). */
function useHaltingGroup(): HeaderGroup[] {
  const { t } = useTranslation('halting')
  const acts = useHaltingActs()
  if (acts.length === 0) return []
  const items = acts.map((act) => ({
    key: act,
    label: t(`act.${act}`),
    onSelect: () => showHaltingDialog(act),
  }))
  return [{ key: 'halting', label: t('menu'), icon: <PauseIcon />, items, isRare: true }]
}

/** The file-view dropdown (SHL-11): its kinds in the file view's order. */
function useFilesGroup(): HeaderGroup {
  const { t } = useTranslation('steps')
  const sessionId = useSessionId()
  return {
    key: 'files',
    label: t('files.title'),
    icon: <FileIcon />,
    items: (['tender', 'clarification', 'answer', 'other'] as const).map((kind) => ({
      key: kind,
      label: t(`files.kinds.${kind}`),
      to: `/bid/${sessionId}/file-view?kind=${kind}`,
    })),
  }
}

/** In its own component, so that nothing else re-renders each second. A phone has room for the time alone. */
function Seconds() {
  const time = useTimeFormat()
  const [date, clock] = time.second(useServerNow(1000)).split(' ')
  return (
    <>
      <Text as="span" hideBelow="md">
        {`${date} `}
      </Text>
      {clock}
    </>
  )
}

function ServerClock() {
  const { t } = useTranslation('shell')
  const heard = useSession(({ connection }) => connection.heardAt !== null)
  return (
    <Flex align="center" gap="3">
      <ConnectionDot />
      <Box lineHeight="1.2">
        <Text textStyle="xs" color="fg.muted">
          {t('serverClock')}
        </Text>
        <Text
          role="timer"
          aria-label={t('serverClock')}
          textStyle={{ base: 'sm', md: 'md', '2xl': 'xl' }}
          fontWeight="semibold"
          whiteSpace="nowrap"
        >
          {heard ? <Seconds /> : t('clockWaiting')}
        </Text>
      </Box>
    </Flex>
  )
}
