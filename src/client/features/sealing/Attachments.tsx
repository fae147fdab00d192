import { Button, chakra, Flex, Input, Stack, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/ui/Field.tsx'
import { fileSizeText } from '#client/ui/file-size-text.ts'
import { CrossIcon, FileIcon } from '#client/ui/icons.tsx'
import { maxFileMegabytes } from './seal-in-browser.ts'

interface AttachmentsProps {
  readonly files: readonly File[]
  readonly onFiles: (files: readonly File[]) => void
}

/** The files that go into the sealed bid; they have to be chosen again after a reload. */
export function Attachments({ files, onFiles }: AttachmentsProps) {
  const { t } = useTranslation('sealing')
  return (
    <Stack gap="3">
      <Field label={t('attach')} limit={t('attachLimit', { megabytes: maxFileMegabytes })}>
        <Input
          type="file"
          multiple
          py="1.5"
          onChange={(event) => {
            onFiles(merged(files, [...(event.currentTarget.files ?? [])]))
            event.currentTarget.value = ''
          }}
        />
      </Field>
      {files.length > 0 && (
        <chakra.ul listStyleType="none" display="grid" gap="1.5">
          {files.map((file) => (
            <Flex
              as="li"
              key={file.name}
              align="center"
              gap="2"
              borderWidth="1px"
              rounded="md"
              ps="3"
              pe="1"
              py="1"
            >
              <FileIcon />
              <Text flex="1" minW="0">
                {file.name}
              </Text>
              <Text color="fg.muted" textStyle="sm" whiteSpace="nowrap">
                {fileSizeText(file.size)}
              </Text>
              <Button
                size="xs"
                variant="ghost"
                aria-label={t('removeFile', { name: file.name })}
                onClick={() => onFiles(files.filter((other) => other !== file))}
              >
                <CrossIcon />
              </Button>
            </Flex>
          ))}
        </chakra.ul>
      )}
    </Stack>
  )
}

/** A file chosen again under the same name replaces the earlier one. */
function merged(files: readonly File[], added: readonly File[]): readonly File[] {
  const names = new Set(added.map(({ name }) => name))
  return [...files.filter(({ name }) => !names.has(name)), ...added]
}
