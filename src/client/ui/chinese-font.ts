/** The Chinese fonts of the systems, each as the system names it. */
export const systemFonts = ['PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'] as const

/** Whether the system has one of them; without one the hall loads its own. */
export function hasChineseFont(): boolean {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return false
  const widthIn = (family: string) => {
    context.font = `72px ${family}`
    return context.measureText('mmmWWWiii').width
  }
  const without = widthIn('monospace')
  return systemFonts.some((name) => widthIn(`"${name}", monospace`) !== without)
}
