import { zodResolver } from '@hookform/resolvers/zod'
import { type SubmitEventHandler, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { uploadApi } from '#client/net/upload-api.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import type { TenderFileKind } from '#domain/tender/tender-file.ts'
import { hasSuffix } from '#protocol/tender-file/manifest.ts'
import { largestFileMegabytes } from '#protocol/upload-limit.ts'

interface ImportOptions {
  readonly kind: TenderFileKind
  readonly suffixes: readonly string[]
  readonly onImported: () => void
}

interface ImportForm {
  readonly chosen: File | undefined
  /** Takes the file that was chosen; null: none. A wrong file is reported at once. */
  readonly choose: (file: File | null) => void
  readonly submit: SubmitEventHandler
  readonly problem: string | undefined
  /** How much of the file was sent, in whole percent; null while nothing is being sent. */
  readonly percentSent: number | null
}

/** The form that imports a tender file: its checks and its upload. */
export function useImportForm({ kind, suffixes, onImported }: ImportOptions): ImportForm {
  const { t } = useTranslation('preparation')
  const session = useSessionId()
  const [percentSent, setPercentSent] = useState<number | null>(null)
  const form = useForm({
    resolver: zodResolver(useFileSchema(suffixes)),
    mode: 'onTouched',
  })
  useTranslatedErrors(form)
  const { watch, setValue, setError, clearErrors, handleSubmit, formState } = form

  function choose(file: File | null): void {
    setValue('file', file as File, { shouldValidate: file !== null })
    if (!file) clearErrors()
  }

  const submit = handleSubmit(async ({ file }) => {
    const body = new FormData()
    body.append('fileKind', kind)
    body.append('file', file, file.name)
    setPercentSent(0)
    const call = uploadApi((sent, total) =>
      setPercentSent(total === 0 ? 0 : Math.floor((sent / total) * 100)),
    )
    const answer = await call('UploadZhaoBiaoWenJian', { form: body, session })
    setPercentSent(null)
    if (!answer.ok) return setError('file', { message: answer.error.message })
    toast.success(t('files.done'))
    onImported()
  })

  return { chosen: watch('file'), choose, submit, problem: formState.errors.file?.message, percentSent }
}

function useFileSchema(suffixes: readonly string[]) {
  const say = useMessage()
  const list = suffixes.join('、')
  return useMemo(() => {
    const file = z
      .file(say({ code: 'file-missing' }))
      .refine(({ name }) => hasSuffix(name, list.split('、')), {
        abort: true,
        error: say({ code: 'tender-file-suffix', params: { suffixes: list } }),
      })
      .refine(({ size }) => size <= largestFileMegabytes * 1024 * 1024, {
        error: say({ code: 'too-large', params: { megabytes: largestFileMegabytes } }),
      })
    return z.object({ file })
  }, [say, list])
}
