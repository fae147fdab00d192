import { createTheme } from '#client/ui/theme.ts'

export const theme = createTheme()
