import { Box, chakra } from '@chakra-ui/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { isHidden } from '#domain/log/entry.ts'

/** Every known entry, newest first, and the content of the chosen one. */
export function EntryBrowser() {
  const { t } = useTranslation('debug')
  const { entries, from } = useSession((snapshot) => ({ entries: snapshot.entries, from: snapshot.from }))
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => frame,
    estimateSize: () => 24,
    overscan: 10,
  })
  const entry = chosen === null ? undefined : entries.at(chosen - from)
  return (
    <>
      <Box ref={setFrame} flex="1" minW="0" overflow="auto" tabIndex={0} role="group" aria-label={t('log')}>
        <Box position="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const item = entries.at(entries.length - 1 - index)
            if (!item) return null
            return (
              <chakra.button
                key={item.seq}
                type="button"
                position="absolute"
                insetX="0"
                top="0"
                h="24px"
                px="2"
                textAlign="start"
                truncate
                fontFamily="mono"
                textStyle="xs"
                aria-pressed={item.seq === chosen}
                bg={item.seq === chosen ? 'bg.muted' : undefined}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => setChosen(item.seq)}
              >
                {item.seq}{' '}
                {isHidden(item) ? t('hidden') : `${item.type} ${item.role} ${item.at.slice(11, 23)}`}
              </chakra.button>
            )
          })}
        </Box>
      </Box>
      <Json value={entry ?? null} />
    </>
  )
}

/** A value as indented JSON. */
export function Json({ value }: { value: unknown }) {
  return (
    <chakra.pre
      flex="1.4"
      minW="0"
      overflow="auto"
      p="2"
      m="0"
      bg="bg.subtle"
      fontFamily="mono"
      textStyle="xs"
      whiteSpace="pre-wrap"
      tabIndex={0}
    >
      {value === null ? '' : JSON.stringify(value, null, 2)}
    </chakra.pre>
  )
}
