export function serverFlags(env: { readonly NODE_OPTIONS?: string | undefined }): readonly string[]
export function serverEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv
