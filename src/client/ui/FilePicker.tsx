import { Box, Button, chakra, Flex, Input, Stack, Text } from '@chakra-ui/react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSizeText } from './file-size-text.ts'
import { CrossIcon, FileIcon, UploadIcon } from './icons.tsx'

interface FilePickerProps {
  /** What is chosen, with name and size; leave out where a file is used at once. */
  readonly files?: readonly File[]
  /** All files that are chosen now. */
  readonly onFiles: (files: readonly File[]) => void
  /** Adds to the files; otherwise a file takes the place of the one before. */
  readonly multiple?: boolean
  /** Endings and types that the browser's dialog offers; a dropped file may have another. */
  readonly accept?: string
  readonly disabled?: boolean
}

/**
 * Chooses files, in the page's language: a zone to press or to drop files on. Stands in a Field. The browser's own
 * control lies invisible on the zone, so that pressing, dropping, keys and screen readers work as everywhere.
 */
export function FilePicker({ files = [], onFiles, multiple = false, accept, disabled }: FilePickerProps) {
  const { t } = useTranslation()
  const control = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const leave = () => setOver(false)
  useEffect(holdPage, [])

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(currentTarget.files ?? [])]
    // So that the same file can be chosen again.
    currentTarget.value = ''
    if (chosen.length > 0) onFiles(multiple ? merged(files, chosen) : chosen.slice(0, 1))
  }

  function remove(file: File) {
    onFiles(files.filter((other) => other !== file))
    control.current?.focus()
  }

  const again = files.length > 0 && !multiple
  const words = again ? 'file.another' : multiple ? 'file.chooseMany' : 'file.choose'
  return (
    <Stack gap="2" w="full" minW="0" data-no-print>
      <Flex as="label" css={zone} data-over={over || undefined}>
        <UploadIcon color="fg.muted" />
        <span>
          <Text as="span" fontWeight="medium">
            {t(words)}
          </Text>
          <Text as="span" color="fg.muted" hideBelow="md">
            {` ${t(multiple ? 'file.dropMany' : 'file.drop')}`}
          </Text>
        </span>
        <Input
          ref={control}
          unstyled
          type="file"
          css={overlay}
          // Instead of the browser's words.
          title=""
          multiple={multiple}
          accept={accept}
          disabled={disabled}
          onChange={choose}
          onDragEnter={() => setOver(true)}
          onDragLeave={leave}
          onDrop={leave}
        />
      </Flex>
      <Box aria-live="polite" _empty={{ display: 'none' }}>
        {files.length > 0 && (
          <chakra.ul listStyleType="none" display="grid" gap="1.5">
            {files.map((file) => (
              <Flex as="li" key={file.name} css={row}>
                <FileIcon color="fg.muted" />
                <Text flex="1" minW="0" overflowWrap="anywhere">
                  {file.name}
                </Text>
                <Text color="fg.muted" textStyle="sm" whiteSpace="nowrap">
                  {fileSizeText(file.size)}
                </Text>
                <Button
                  size="xs"
                  variant="ghost"
                  disabled={disabled}
                  aria-label={t('file.remove', { name: file.name })}
                  onClick={() => remove(file)}
                >
                  <CrossIcon />
                </Button>
              </Flex>
            ))}
          </chakra.ul>
        )}
      </Box>
    </Stack>
  )
}

/** A file that is dropped beside the zone would take the page's place in the browser. */
function holdPage(): () => void {
  const hold = (event: DragEvent) => {
    const isControl = event.target instanceof HTMLInputElement && event.target.type === 'file'
    if (!isControl) event.preventDefault()
  }
  const happenings = ['dragover', 'drop'] as const
  for (const happening of happenings) addEventListener(happening, hold)
  return () => {
    for (const happening of happenings) removeEventListener(happening, hold)
  }
}

/** A file chosen again under the same name replaces the earlier one. */
function merged(files: readonly File[], added: readonly File[]): readonly File[] {
  const names = new Set(added.map(({ name }) => name))
  return [...files.filter(({ name }) => !names.has(name)), ...added]
}

const zone = {
  position: 'relative',
  alignItems: 'center',
  gap: '2.5',
  minH: '2.75rem',
  px: '3',
  py: '2',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderStyle: 'dashed',
  borderColor: 'border.emphasized',
  rounded: 'md',
  '&:hover, &[data-over]': { bg: 'bg.subtle' },
  '&[data-over]': { borderStyle: 'solid', borderColor: 'colorPalette.focusRing' },
  '&:has([aria-invalid=true])': { borderColor: 'border.error' },
  '&:has(:focus-visible)': {
    outlineWidth: '2px',
    outlineStyle: 'solid',
    outlineColor: 'colorPalette.focusRing',
    outlineOffset: '2px',
  },
  '&:has(:disabled)': { opacity: '0.5' },
} as const

const overlay = {
  position: 'absolute',
  inset: '0',
  w: 'full',
  h: 'full',
  opacity: '0',
  cursor: 'pointer',
  _file: { w: 'full', h: 'full', cursor: 'pointer' },
  _disabled: { cursor: 'not-allowed' },
} as const

const row = {
  alignItems: 'center',
  gap: '2',
  borderWidth: '1px',
  rounded: 'md',
  ps: '3',
  pe: '1',
  py: '1',
} as const
