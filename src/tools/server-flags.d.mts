export function serverFlags(env: { readonly NODE_OPTIONS?: string | undefined }): readonly string[]
