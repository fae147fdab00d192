import { Box, Button, Flex, Heading, Tabs } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectionFacts } from './ConnectionFacts.tsx'
import { EntryBrowser } from './EntryBrowser.tsx'
import { FaultSwitches } from './FaultSwitches.tsx'
import { TimeSlider } from './TimeSlider.tsx'

/** Shows the log, the connection, the clock and any past state of the section, and switches faults on. */
export function DebugPanel() {
  const { t } = useTranslation('debug')
  const [open, setOpen] = useState(false)
  return (
    <Box
      position="fixed"
      bottom="calc(var(--kb-caption-height, 0px) + 0.75rem)"
      left="3"
      zIndex="popover"
      maxW="calc(100vw - 1.5rem)"
      data-no-print
    >
      {open && (
        <Box
          as="section"
          aria-label={t('title')}
          bg="bg.panel"
          borderWidth="1px"
          rounded="lg"
          shadow="lg"
          w="44rem"
          maxW="full"
          h="min(36rem, 75dvh)"
          mb="2"
          p="3"
          display="flex"
          flexDirection="column"
          textStyle="sm"
        >
          <Heading as="h2" size="sm" mb="2">
            {t('title')}
          </Heading>
          <ConnectionFacts />
          <FaultSwitches />
          <Tabs.Root
            defaultValue="log"
            size="sm"
            lazyMount
            unmountOnExit
            flex="1"
            minH="0"
            display="flex"
            flexDirection="column"
          >
            <Tabs.List>
              <Tabs.Trigger value="log">{t('log')}</Tabs.Trigger>
              <Tabs.Trigger value="time">{t('time')}</Tabs.Trigger>
            </Tabs.List>
            <Tabs.Content value="log" flex="1" minH="0" p="0" display="flex" _closed={{ display: 'none' }}>
              <EntryBrowser />
            </Tabs.Content>
            <Tabs.Content value="time" flex="1" minH="0" p="0" display="flex" _closed={{ display: 'none' }}>
              <TimeSlider />
            </Tabs.Content>
          </Tabs.Root>
        </Box>
      )}
      <Flex>
        <Button size="xs" variant="outline" bg="bg.panel" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('title')}
        </Button>
      </Flex>
    </Box>
  )
}
