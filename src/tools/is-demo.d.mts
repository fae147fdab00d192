export function isDemo(environment: Readonly<Record<string, string | undefined>>): boolean
