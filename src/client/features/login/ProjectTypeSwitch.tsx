import { Box, chakra, Flex } from '@chakra-ui/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#client/store/preferences.ts'
import { useVariant } from '#client/store/variant.tsx'

/** The project type to log in with: the one chosen last, else the region's (ACC-11). */
export function useProjectType(): number {
  const { projectTypes, defaultProjectType } = useVariant().login
  const chosen = usePreferences((preferences) => preferences.projectType)
  return projectTypes.some(({ code }) => code === chosen) && chosen !== null ? chosen : defaultProjectType
}

/** Chooses the project type, where a region has more than one (ACC-11); the choice is remembered. */
export function ProjectTypeSwitch() {
  const { t, i18n } = useTranslation('login')
  const { projectTypes } = useVariant().login
  const current = useProjectType()
  const choose = usePreferences((preferences) => preferences.setProjectType)
  const group = useId()
  if (projectTypes.length < 2) return null
  const language = i18n.language === 'en' ? 'en' : 'zh'
  return (
    <Box as="fieldset" border="0" p="0" m="0">
      <chakra.legend fontWeight="medium" mb="1.5" textStyle="sm">
        {t('projectType')}
      </chakra.legend>
      <Flex wrap="wrap" gap="2">
        {projectTypes.map(({ code, name }) => (
          <chakra.label
            key={code}
            display="flex"
            alignItems="center"
            gap="2"
            px="3"
            py="1.5"
            minH={{ base: '2.75rem', md: 'auto' }}
            rounded="md"
            borderWidth="1px"
            borderColor={code === current ? 'colorPalette.solid' : 'border.emphasized'}
            bg={code === current ? 'bg.muted' : 'bg.panel'}
            cursor="pointer"
            _focusWithin={{ outline: '2px solid', outlineColor: 'colorPalette.solid', outlineOffset: '2px' }}
          >
            <chakra.input
              type="radio"
              name={group}
              checked={code === current}
              onChange={() => choose(code)}
              accentColor="colorPalette.solid"
            />
            {name[language]}
          </chakra.label>
        ))}
      </Flex>
    </Box>
  )
}
